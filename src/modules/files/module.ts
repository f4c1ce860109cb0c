import { storageCheck } from './storage-check.ts'
import { noFiles, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { filesApi } from './api.ts'
import { keepFiles, releaseFiles, removeLooseFiles } from './keep-files.ts'
import { mergeInFiles } from './store.ts'

export const files = {
  provides: { keepFiles, releaseFiles },
  calls(api, { db, files: store, usesOf, isPublished }) {
    filesApi(api, { db, store, usesOf, isForEverybody: isPublished })
  },
  jobs: ({ db, files: store, clock, log }) => [
    {
      name: 'remove-loose-files',
      every: '15 * * * *',
      run: async () => {
        const removed = await removeLooseFiles(db, store, clock.now())
        if (removed > 0) log.info({ removed }, 'loose files were removed')
      },
    },
  ],
  letters: noLetters,
  member: { ...nothingOfMembers, merge: { rest: mergeInFiles } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: [storageCheck],
  watched: nothingWatched,
} satisfies Module
