import { landingLink } from '#modules/logins/landing-link.ts'
import { noChecks, noFiles, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { waitingApi } from './api.ts'
import { forgetInWaiting, mergeInWaiting } from './read-store.ts'
import { wishLetters } from './letters.ts'
import { exportedWishes } from './member-data.ts'
import { offerFreedFloor } from './offer-freed-floor.ts'
import { serveFirst } from './serve-first.ts'
import { deleteOldWishes } from './store.ts'

export const waiting = {
  provides: { serveFirst },
  calls(api, { db, catalogues, after }) {
    waitingApi(api, { db, catalogues, ...after })
  },
  jobs: ({ db, catalogues, canPayOnline, after, clock, onFailure }) => [
    {
      // Soon after floor came free, and every minute, in case a process died half way or the night is over.
      name: 'offer-freed-floor',
      every: '* * * * *',
      run: async () => {
        const offering = { db, catalogues, canPayOnline, onFailure: onFailure('freed floor could not be offered') }
        after.floorTaken(await offerFreedFloor(offering, clock.now()))
        after.lettersDue()
      },
    },
  ],
  letters: ({ catalogues, tokens, publicUrl }) => ({
    wish: wishLetters({ catalogues, pageLink: (path) => landingLink({ tokens, publicUrl }, path) }),
  }),
  member: { exports: { wishes: exportedWishes }, open: nothingOpen, forget: forgetInWaiting, merge: { beforeFloor: mergeInWaiting } },
  retention: ({ db, retention, ago }) => ({ wishes: (most) => deleteOldWishes(db, ago(retention.occupancyDays), most) }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
