import { buffer } from 'node:stream/consumers'
import { noChecks, noFiles, noJobs, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { papersApi } from './api.ts'
import { papersStaffApi } from './staff-api.ts'
import { openLetterheads } from './letterhead.ts'

export const papers = {
  provides: {},
  calls(api, { db, catalogues, rounds, orderKinds, issuers, tokens, files, log }) {
    const readLetterhead = openLetterheads({
      db,
      readFile: async (fileId) => buffer(await files.open(fileId)),
      onNoLogo: (error) => log.error({ err: error }, 'the logo of papers cannot be read'),
    })
    const deps = { db, catalogues, rounds, orderKinds, issuers, tokens, readLetterhead }
    papersApi(api, deps)
    papersStaffApi(api, deps)
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
