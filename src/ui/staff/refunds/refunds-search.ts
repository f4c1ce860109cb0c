import { orderNoPattern } from '#modules/orders/rules.ts'
import { refundCursorPattern, refundNoPattern, type RefundState, type RefundWay } from '#modules/refunds/rules.ts'
import { addressWith, aDay, anId, aNumber, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

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
export const refundWays = ['card', 'bank', 'cash', 'terminal', 'voucher'] as const satisfies RefundWay[]

/** What the calls take. */
export const refundsSearch = (search: Record<keyof RefundsSearch, unknown> | RefundsSearch): RefundsSearch =>
  readAddress<RefundsSearch>(search, {
    tab: oneOf('transfers', 'all'),
    refund: (text) => fitting(refundNoPattern)(text.toUpperCase()),
    status: oneOf(...refundStates),
    way: oneOf(...refundWays),
    batch: aNumber,
    day: aDay,
    person: anId,
    order: (text) => fitting(orderNoPattern)(text.toUpperCase()),
    q: anyWords(80),
    after: fitting(refundCursorPattern),
  })

/** The address of the screen with this search. */
export const refundsAddress = (search: RefundsSearch): string => addressWith('/staff/refunds', search)

/** The filters of the list of all, without the tab, the place in the list and the open refund. */
export function refundFilters({ tab: _, refund: __, after: ___, ...filters }: RefundsSearch): RefundsSearch {
  return filters
}
