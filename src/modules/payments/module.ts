import { paymentCheck } from './payment-check.ts'
import { dayOf } from '#lib/zone.ts'
import { noFiles, noLetters, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { paymentsApi } from './api.ts'
import { watchedPauses } from './asking-limits.ts'
import { askAboutPayment, askProviders } from './ask-providers.ts'
import { archiveNotices, deleteArchivedNotices } from './store.ts'

export const payments = {
  provides: {},
  calls(api, house) {
    paymentsApi(api, { ...house, orders: house.payable })
  },
  jobs: ({ db, providers, log, payable: orders, clock }) => {
    const asking = { db, providers, log, orders }
    return [
      // What providers have not told by themselves. Of those that tell, seldom: some lock out whoever asks too often.
      { name: 'ask-gateway', every: '*/5 * * * *', run: async () => askProviders(asking, clock, 'by-notice') },
      { name: 'ask-untold', every: '* * * * *', run: async () => askProviders(asking, clock, 'when-asked') },
      { name: 'ask-about-payment', run: async ({ tradeNo }) => askAboutPayment(asking, tradeNo, clock) },
    ]
  },
  letters: noLetters,
  member: nothingOfMembers,
  retention: ({ db, now, retention, ago }) => ({
    notices: (most) => archiveNotices(db, ago(retention.noticeDays), most),
    archivedNotices: (most) => deleteArchivedNotices(db, Number(dayOf(now).slice(0, 4)) - retention.moneyYears, most),
  }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: [paymentCheck],
  watched: watchedPauses,
} satisfies Module
