import { noChecks, noFiles, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { say } from '#i18n/words.ts'
import { nothingOfMembers } from '../member-data.ts'
import { forgetInInsight, removeSubscriber } from './subscriber-store.ts'
import { insightLetters } from './letters.ts'
import type { WayTitle } from './present.ts'
import { reportApi } from './report-api.ts'
import { rebuildRollup, rollUpDays } from './roll-up.ts'
import { insightApi } from './staff-api.ts'
import { tellSubscribers } from './subscribe-report.ts'

export const insight = {
  provides: {},
  calls(api, { db, jobs, catalogues, ways }) {
    const wayTitle: WayTitle = (way, locale) => say(ways.known(way)?.title, locale) ?? way
    insightApi(api, { db, jobs, catalogues, wayTitle })
    reportApi(api, { db, jobs, catalogues, wayTitle })
  },
  jobs: ({ db, after, clock, log, onFailure }) => [
    {
      // Counts what is over or has changed.
      name: 'roll-up-insight',
      every: '*/10 * * * *',
      run: async () => {
        await rollUpDays(db, clock.now())
      },
    },
    {
      name: 'rebuild-insight',
      run: async () => {
        log.info({ days: await rebuildRollup(db, clock.now()) }, 'the figures of insight were counted again')
      },
    },
    {
      name: 'tell-month-over',
      every: '30 * * * *',
      run: async () => {
        await tellSubscribers(db, clock.now(), onFailure('a subscriber could not be told of a report'))
        after.lettersDue()
      },
    },
  ],
  letters: ({ publicUrl }) => ({ insight: insightLetters({ publicUrl }) }),
  member: { ...nothingOfMembers, forget: forgetInInsight, merge: { rest: (trx, { from }) => removeSubscriber(trx, from) } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module
