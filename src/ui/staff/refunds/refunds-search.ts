import { isDay } from '#lib/zone.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { refundCursorPattern, refundNoPattern, type RefundState, type RefundWay } from '#modules/refunds/rules.ts'

/** What the address of the refunds holds: the tab, the open refund, and the filters of the list of all. */
export type RefundsSearch = {
  tab?: 'transfers' | 'all' | undefined
  refund?: string | undefined
  status?: RefundState | undefined
  way?: RefundWay | undefined
  batch?: string | undefined
  day?: string | undefined
  person?: string | undefined
  order?: string | undefined
  q?: string | undefined
  /** Cursor of the page before. */
  after?: string | undefined
}

export const refundStates = ['requested', 'approved', 'processing', 'refunded', 'rejected', 'failed'] as const satisfies RefundState[]
export const refundWays = ['card', 'bank', 'cash', 'terminal'] as const satisfies RefundWay[]

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : ''
const matching = (pattern: RegExp, value: string) => (pattern.test(value) ? value : undefined)

/** What the calls take: values of a mistyped address are left out instead of refused. */
export function refundsSearch(search: Record<keyof RefundsSearch, unknown> | RefundsSearch): RefundsSearch {
  const day = text(search.day, 10)
  const asked = {
    tab: (['transfers', 'all'] as const).find((tab) => tab === search.tab),
    refund: matching(refundNoPattern, text(search.refund, 20).toUpperCase()),
    status: refundStates.find((state) => state === search.status),
    way: refundWays.find((way) => way === search.way),
    batch: matching(/^[1-9]\d{0,8}$/, text(search.batch, 10)),
    day: isDay(day) ? day : undefined,
    person: matching(isId, text(search.person, 40)),
    order: matching(orderNoPattern, text(search.order, 20).toUpperCase()),
    q: text(search.q, 80),
    after: matching(refundCursorPattern, text(search.after, 60)),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as RefundsSearch
}

/** The address of the screen with this search. */
export function refundsAddress(search: RefundsSearch): string {
  const query = new URLSearchParams(Object.entries(search).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  return query.size > 0 ? `/staff/refunds?${query}` : '/staff/refunds'
}

/** The filters of the list of all, without the tab, the place in the list and the open refund. */
export function refundFilters({ tab: _, refund: __, after: ___, ...filters }: RefundsSearch): RefundsSearch {
  return filters
}
