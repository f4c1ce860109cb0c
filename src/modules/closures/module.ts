import { noChecks, noFiles, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { mergeInClosures, readWords } from './closure-store.ts'
import { offerApi } from './offer-api.ts'
import { settleClosures } from './settle-closures.ts'
import { closuresStaffApi } from './staff-api.ts'
import { readClosures } from './store.ts'

export const closures = {
  provides: { readClosures, readClosureWords: readWords },
  calls(api, { db, jobs, publicUrl, canText, catalogues, after, links }) {
    offerApi(api, { db, catalogues, ...after })
    const { releaseDates, serveFirst } = links
    closuresStaffApi(api, { db, jobs, publicUrl, canText, catalogues, releaseDates, serveFirst, ...after })
  },
  jobs: ({ db, catalogues, after, links, clock, log }) => [
    {
      // Soon after one was accepted, and every minute, in case a process died half way.
      name: 'run-closures',
      every: '* * * * *',
      run: (_, { signal }) =>
        settleClosures({
          db,
          catalogues,
          releaseDates: links.releaseDates,
          clock,
          log,
          ...after,
          isStopping: () => signal.aborted,
        }),
    },
  ],
  letters: noLetters,
  member: { ...nothingOfMembers, merge: { rest: mergeInClosures } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
