import { landingLink } from '#modules/logins/landing-link.ts'
import { noChecks, noFiles, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { ballotsApi } from './api.ts'
import { drawPageApi, publishedBallotsApi } from './published-api.ts'
import { hasEntries } from './entry-store.ts'
import { noteExtended } from './offer-store.ts'
import { fairnessApi } from './fairness-api.ts'
import { forgetInBallots, mergeInBallots } from './member-store.ts'
import { ballotLetters } from './letters.ts'
import { exportedBallotEntries } from './member-data.ts'
import { passOnDates } from './pass-on.ts'
import { openPublishedDraws } from './read-published-draw.ts'
import { runBallots } from './run-ballots.ts'
import { ballotsStaffApi } from './staff-api.ts'

export const ballots = {
  provides: { hasEntries, noteExtended, passOnDates },
  calls(api, { db, catalogues, rounds, after, random, tokens, publicUrl }) {
    const linkTo = (path: string) => landingLink({ tokens, publicUrl }, path)
    const deps = { db, catalogues, rounds, ...after, random, linkTo }
    ballotsApi(api, deps)
    ballotsStaffApi(api, deps)
    fairnessApi(api, deps)
    publishedBallotsApi(api, deps)
    drawPageApi(api, { readPublishedDraw: openPublishedDraws(db), linkTo })
  },
  jobs: ({ db, random, live, after, clock, log }) => [
    {
      // Wishes to fix, draws that are due, offers that are over. Every minute, in case a process died half way.
      name: 'run-ballots',
      every: '* * * * *',
      run: async () => {
        after.bookingsChanged(await runBallots({ db, random, log }, clock.now()))
        live.announce(['bookings'])
      },
    },
  ],
  letters: ({ catalogues, publicUrl }) => ({ ballot: ballotLetters({ catalogues, publicUrl }) }),
  member: {
    exports: { ballotEntries: exportedBallotEntries },
    open: nothingOpen,
    forget: forgetInBallots,
    merge: { holders: mergeInBallots },
  },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
