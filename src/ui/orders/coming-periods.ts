import { dayOf, type Day } from '#lib/zone.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'

export type ComingPeriod = { orderNo: string; day: Day; item: OrderAnswer['items'][number] }

/** Booked periods that are not over, without no-shows, soonest first. */
export const comingPeriods = (orders: OrderAnswer[]): ComingPeriod[] =>
  orders
    .flatMap(({ orderNo, items, serverTime }) =>
      items
        .filter(({ status, attendance, end }) => status === 'active' && attendance !== 'no-show' && new Date(end) > new Date(serverTime))
        .map((item) => ({ orderNo, day: dayOf(new Date(item.start)), item })),
    )
    .toSorted((a, b) => Date.parse(a.item.start) - Date.parse(b.item.start))
