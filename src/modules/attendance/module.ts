import { noChecks, noFiles, noLetters, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { orderLink } from '../orders/order-link.ts'
import { ticketsApi } from './api.ts'
import { calendarApi } from './calendar-api.ts'
import { closePastBookings } from './close-past-bookings.ts'
import { playersKeptDays } from './player-rules.ts'
import { forgetPlayersOfPast } from './player-store.ts'
import { exportedPlayers, playersApi } from './players-api.ts'
import { forgetInAttendance, removeFeed } from './store.ts'

export const attendance = {
  provides: { removeCalendar: removeFeed },
  calls(api, { db, catalogues, tokens, publicUrl, after, links }) {
    ticketsApi(api, { db, catalogues, tokens, publicUrl, onCame: links.withdrawPointOfMissed, ...after })
    playersApi(api, { db })
    calendarApi(api, { db, catalogues, orderLink: orderLink(tokens, publicUrl), publicUrl })
  },
  jobs: ({ db, letGuestsIn, after, links, clock, onFailure }) => [
    {
      name: 'close-past-bookings',
      every: '* * * * *',
      run: async () => {
        await letGuestsIn?.(db, clock.now())
        await closePastBookings(db, clock.now(), links.givePointsForMissed, onFailure('a past order could not be closed'))
        after.lettersDue()
      },
    },
  ],
  letters: noLetters,
  member: {
    ...nothingOfMembers,
    exports: { players: exportedPlayers },
    forget: forgetInAttendance,
    // Players hang on their order, which goes to the kept member with them.
    merge: { rest: (trx, { from }) => removeFeed(trx, from) },
  },
  retention: ({ db, ago }) => ({ players: (most) => forgetPlayersOfPast(db, ago(playersKeptDays), most) }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
