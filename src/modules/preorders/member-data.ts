import type { Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { ExportedPreOrder, MemberData } from '#modules/accounts/deps.ts'
import { listPreOrders, type Reading, type ShownPreOrder } from './read-preorder.ts'
import { seasonsWithOpenDates } from './read-store.ts'

const all = { status: undefined, page: 1, pageSize: 1000 }

/** Pre-orders in a member's data export, and those whose open dates prevent closing the account. */
export const preOrderMemberData = (reading: Reading): Pick<MemberData, 'exportPreOrders' | 'listOpen'> => ({
  exportPreOrders: async (memberId, locale, now) =>
    (await listPreOrders(reading, { ...all, memberId }, now)).shown.map((one) => exported(one, locale)),
  listOpen: (trx: Trx, memberId, now) => seasonsWithOpenDates(trx, memberId, now),
})

const exported = ({ preOrder, catalogue }: ShownPreOrder, locale: Locale): ExportedPreOrder => ({
  orderNo: preOrder.orderNo,
  status: preOrder.state,
  title: preOrder.title,
  amount: preOrder.amount,
  submittedAt: preOrder.submittedAt?.toISOString() ?? null,
  dates: preOrder.dates.map(({ courtId, start, end, state }) => {
    const { facility, court } = catalogue.courtOf.get(courtId)!
    return {
      facility: facility.name[locale],
      court: court.name[locale],
      start: start.toISOString(),
      end: end.toISOString(),
      status: state,
    }
  }),
})
