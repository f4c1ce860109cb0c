import type { Db, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { ExportedOrder, MemberData } from '#modules/accounts/deps.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { listAllOrders, type ShownOrder } from './read-order.ts'
import { openOrders } from './read-store.ts'

/** Orders in a member's data export, and the open orders that prevent closing the account. */
export const orderMemberData = (reading: { db: Db; catalogues: Catalogues }): Pick<MemberData, 'exportOrders' | 'listOpen'> => ({
  exportOrders: async (memberId, locale, now) => (await listAllOrders(reading, memberId, now)).map((order) => exported(order, locale)),
  listOpen: (trx: Trx, memberId, now) => openOrders(trx, memberId, now),
})

const exported = ({ orderNo, state, titleTw, titleEn, amount, paid, createdAt, items }: ShownOrder, locale: Locale): ExportedOrder => ({
  orderNo,
  status: state,
  title: locale === 'tw' ? titleTw : titleEn,
  amount,
  paid,
  createdAt: createdAt.toISOString(),
  items: items.map((item) => ({
    facility: item.facility.name[locale],
    court: item.court.name[locale],
    start: item.start.toISOString(),
    end: item.end.toISOString(),
    amount: item.price + item.lightFee + item.deposit,
    status: item.state,
  })),
})
