import { invoicesCheck } from './invoices-check.ts'
import { dayOf } from '#lib/zone.ts'
import { noFiles, noLetters, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { invoicesApi } from './api.ts'
import { forgetInInvoices, forgetOldBuyers, forgetPreference, mergeInInvoices } from './buyer-store.ts'
import { settleInvoices } from './carry-out-deeds.ts'
import { invoicesStaffApi } from './staff-api.ts'
import { readOldestOpen } from './deed-store.ts'
import { exportedInvoices } from './member-data.ts'

export const invoices = {
  provides: { forgetBuyer: forgetPreference },
  calls(api, { db, issuers, tokens, payable, after }) {
    invoicesApi(api, { db, issuers, tokens, orders: payable })
    invoicesStaffApi(api, { db, issuers, ...after })
  },
  jobs: ({ db, issuers, live, log, clock, onFailure }) => {
    const run = async () => {
      const changed = await settleInvoices({ db, issuers, log, clock, onFailure: onFailure('an invoice could not be looked at') })
      if (changed) live.announce(['invoices'])
    }
    return [
      { name: 'settle-invoices', every: '* * * * *', run },
      // Soon after money has moved.
      { name: 'settle-invoices-soon', run },
    ]
  },
  letters: noLetters,
  member: { exports: { invoices: exportedInvoices }, open: nothingOpen, forget: forgetInInvoices, merge: { rest: mergeInInvoices } },
  retention: ({ db, now, retention }) => ({
    invoiceBuyers: (most) =>
      forgetOldBuyers(db, new Date(`${Number(dayOf(now).slice(0, 4)) - retention.moneyYears}-01-01T00:00:00+08:00`), most),
  }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: [invoicesCheck],
  watched: [
    {
      name: 'invoices_due_seconds',
      help: 'Age of the oldest invoice, void or allowance that its issuer has not taken',
      read: readOldestOpen,
    },
  ],
} satisfies Module
