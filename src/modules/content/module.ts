import { clubRoles } from '#http/club-calls.ts'
import { editorRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { buffer } from 'node:stream/consumers'
import { courtLines, courtNamed } from '#lib/court-lines.ts'
import { noChecks, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { articlesApi, rssApi } from './article-api.ts'
import { articlesStaffApi } from './article-staff-api.ts'
import { makeVariants } from '../files/make-variant.ts'
import { isFileForEverybody } from './read-article.ts'
import { isDraftPicture } from './read-story.ts'
import { shareApi } from './share-api.ts'
import { storiesApi } from './story-api.ts'
import { storiesStaffApi } from './story-staff-api.ts'
import { storyPictures } from './story-store.ts'

export const content = {
  provides: {},
  calls(api, { db, tokens, publicUrl, files, jobs, catalogues }) {
    const deps = { db, tokens, publicUrl }
    rssApi(api, deps)
    articlesApi(api, deps)
    articlesStaffApi(api, deps)
    storiesApi(api, { db, files, tokens })
    storiesStaffApi(api, { ...deps, files, jobs })
    const readFile = async (fileId: string) => buffer(await files.open(fileId))
    shareApi(api, { db, readFile, catalogues, lines: (drawing) => courtLines[courtNamed(drawing)] })
  },
  jobs: ({ db, files, clock, log, onFailure }) => [
    {
      // Pictures in the sizes that pages show: soon after a story was saved, and at start.
      name: 'make-pictures',
      atStart: true,
      run: async () => {
        const made = await makeVariants({ db, files }, storyPictures, clock.now(), { onFailure: onFailure('a picture could not be made') })
        if (made > 0) log.info({ made }, 'pictures were made')
      },
    },
  ],
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: {
    uses: {
      article: {
        title: m.staff_file_article,
        columns: ['article_files.file_id', 'article_version_files.file_id'],
        inClub: clubRoles,
        openedBy: editorRoles,
        viewedAs: undefined,
      },
      highlight: {
        title: m.staff_file_highlight,
        columns: ['highlight_pictures.file_id', 'highlight_variants.file_id', 'highlight_version_pictures.file_id'],
        inClub: clubRoles,
        openedBy: editorRoles,
        viewedAs: undefined,
      },
    },
    isShown: async (house, asked, now) => (await isFileForEverybody(house, asked, now)) || isDraftPicture(house, asked, now),
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
