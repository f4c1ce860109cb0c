import { isDay } from '#lib/zone.ts'
import { hourFrom, orderCursorPattern } from '#modules/desk/order-list-rules.ts'
import { orderNoPattern, orderStates, type OrderState } from '#modules/orders/rules.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'

export const ways = ['cash', 'terminal', 'card', 'transfer'] as const satisfies readonly MoneyWay[]

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

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : ''

/** What the calls take: values of a mistyped address are left out instead of refused. */
export function ordersSearch(search: Record<keyof OrdersSearch, unknown> | OrdersSearch): OrdersSearch {
  const asked = {
    status: orderStates.find((state) => state === search.status),
    day: isDay(text(search.day, 10)) ? text(search.day, 10) : undefined,
    hour: hourFrom(text(search.hour, 30)) ? text(search.hour, 30) : undefined,
    placed: isDay(text(search.placed, 10)) ? text(search.placed, 10) : undefined,
    facility: text(search.facility, 40),
    way: ways.find((way) => way === search.way),
    person: isId.test(text(search.person, 40)) ? text(search.person, 40) : undefined,
    q: text(search.q, 80),
    after: orderCursorPattern.test(text(search.after, 60)) ? text(search.after, 60) : undefined,
    order: orderNoPattern.test(text(search.order, 20).toUpperCase()) ? text(search.order, 20).toUpperCase() : undefined,
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as OrdersSearch
}

/** The filters without the place in the list and without the open order: what a new search starts from. */
export function filtersOf(search: OrdersSearch): OrdersSearch {
  const { after: _, order: __, ...filters } = search
  return filters
}
