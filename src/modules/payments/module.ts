import { dayOf } from '#lib/zone.ts'
import { noFiles, noLetters, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { paymentsApi } from './api.ts'
import { askAboutPayment, askGateway } from './ask-gateway.ts'
import { archiveNotices, deleteArchivedNotices } from './forget-store.ts'
import { readTerminalOf } from './terminal-store.ts'

export const payments = {
  provides: { readTerminalOf },
  calls(api, house) {
    paymentsApi(api, { ...house, orders: house.payable })
  },
  jobs: ({ db, gateway, log, payable: orders, clock }) => {
    const asking = gateway && { db, gateway, log, orders }
    return [
      // What the gateway has not told by itself.
      { name: 'ask-gateway', every: '*/5 * * * *', run: async () => asking && askGateway(asking, clock.now()) },
      { name: 'ask-about-payment', run: async ({ tradeNo }) => asking && askAboutPayment(asking, tradeNo, clock.now()) },
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
  showsFile: noFiles,
} satisfies Module
