import { buffer } from 'node:stream/consumers'
import { courtLines, courtNamed } from '#lib/court-lines.ts'
import { noJobs, noLetters, noRetention, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { articlesApi } from './article-api.ts'
import { articlesStaffApi } from './article-staff-api.ts'
import { isFileForEverybody } from './read-article.ts'
import { rssApi } from './rss-api.ts'
import { shareApi } from './share-api.ts'

export const content = {
  provides: {},
  calls(api, { db, tokens, publicUrl, files, catalogues }) {
    const deps = { db, tokens, publicUrl }
    rssApi(api, deps)
    articlesApi(api, deps)
    articlesStaffApi(api, deps)
    const readFile = async (fileId: string) => buffer(await files.open(fileId))
    shareApi(api, { db, readFile, catalogues, lines: (drawing) => courtLines[courtNamed(drawing)] })
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  showsFile: isFileForEverybody,
} satisfies Module
