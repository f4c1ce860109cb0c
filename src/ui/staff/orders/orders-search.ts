import { hourFrom, orderCursorPattern } from '#modules/desk/board-rules.ts'
import { orderNoPattern, orderStates, type OrderState } from '#modules/orders/rules.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { aDay, anId, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

export const ways = ['cash', 'terminal', 'voucher', 'card', 'transfer'] as const satisfies readonly MoneyWay[]

/** Filters of the orders in the address, and the order that is open. */
export type OrdersSearch = {
  status?: OrderState | undefined
  day?: string | undefined
  /** An hour of a weekday in a period, as insight links it. */
  hour?: string | undefined
  placed?: string | undefined
  facility?: string | undefined
  way?: MoneyWay | undefined
  person?: string | undefined
  q?: string | undefined
  /** Cursor of the page before. */
  after?: string | undefined
  order?: string | undefined
}

/** What the calls take. */
export const ordersSearch = (search: Record<keyof OrdersSearch, unknown> | OrdersSearch): OrdersSearch =>
  readAddress<OrdersSearch>(search, {
    status: oneOf(...orderStates),
    day: aDay,
    hour: (text) => (hourFrom(text) ? text : undefined),
    placed: aDay,
    facility: anyWords(40),
    way: oneOf(...ways),
    person: anId,
    q: anyWords(80),
    after: fitting(orderCursorPattern),
    order: (text) => fitting(orderNoPattern)(text.toUpperCase()),
  })

/** The filters without the place in the list and without the open order: what a new search starts from. */
export function filtersOf(search: OrdersSearch): OrdersSearch {
  const { after: _, order: __, ...filters } = search
  return filters
}
