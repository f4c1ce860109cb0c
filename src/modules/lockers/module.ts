import { landingLink } from '#modules/logins/landing-link.ts'
import { noChecks, noFiles, noRetention, noSearches, nothingWatched, type Module } from '../module.ts'
import { lockersApi } from './api.ts'
import { forgetInLockers } from './desk-store.ts'
import { lockerLetters } from './letters.ts'
import { exportedLockers } from './read-lockers.ts'
import { mergeInLockers } from './event-store.ts'
import { openLockers } from './read-store.ts'
import { remindRenters } from './remind-renters.ts'
import { lockerKinds } from './order-kinds.ts'

export const lockers = {
  provides: {},
  calls(api, { db, canPayOnline, providers, after }) {
    lockersApi(api, { db, canPayOnline, takesOnlyAtDesk: providers.serving.size === 0, ...after })
  },
  jobs: ({ db, after, clock, onFailure }) => [
    {
      name: 'remind-renters',
      every: '20 * * * *',
      run: async () => {
        await remindRenters(db, clock.now(), onFailure('a rental got no reminder'))
        after.lettersDue()
      },
    },
  ],
  letters: ({ tokens, publicUrl }) => ({ locker: lockerLetters({ pageLink: (path) => landingLink({ tokens, publicUrl }, path) }) }),
  member: { exports: { lockers: exportedLockers }, open: openLockers, forget: forgetInLockers, merge: { beforeFloor: mergeInLockers } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: lockerKinds,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
