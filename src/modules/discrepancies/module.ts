import { dayOf } from '#lib/zone.ts'
import { noChecks, noFiles, noLetters, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { checkMoney } from './check-money.ts'
import { discrepanciesApi } from './staff-api.ts'
import { countOpen, deleteOldDiscrepancies } from './store.ts'

export const discrepancies = {
  provides: {},
  calls: discrepanciesApi,
  jobs: ({ db, providers, issuers, payable: orders, live, log, clock, onFailure }) => {
    const deps = { db, providers, issuers, orders, log, onFailure: onFailure('a payment or a paper could not be compared') }
    return [
      {
        // A day is opened once, in the night after it; the runs after that ask what could not be asked before.
        name: 'check-money',
        every: '*/10 * * * *',
        run: async () => {
          if ((await checkMoney(deps, clock)) > 0) live.announce(['discrepancies'])
        },
      },
    ]
  },
  letters: noLetters,
  member: nothingOfMembers,
  retention: ({ db, now, retention }) => ({
    discrepancies: (most) =>
      deleteOldDiscrepancies(db, new Date(`${Number(dayOf(now).slice(0, 4)) - retention.moneyYears}-01-01T00:00:00+08:00`), most),
  }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: [
    {
      name: 'discrepancies_open',
      help: 'Differences to the records of providers and issuers that finance has not settled',
      read: countOpen,
    },
  ],
} satisfies Module
