import { preOrderNoPattern } from '#modules/preorders/rules.ts'
import type { SeasonRequest } from '#modules/preorders/season-wire.ts'
import { addressWith, aNumber, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

export const shownStates = ['submitted', 'needs-documents', 'approved', 'confirmed', 'rejected', 'cancelled'] as const
export const filters = ['missing', 'complete', 'conflict'] as const

/** The round in the address, its tab, what is shown of it, and the pre-order that is open. */
export type RoundsSearch = {
  /** Id of a round, or `new`. */
  round?: string | undefined
  /** With `new`: id of the round that it is a copy of. */
  copy?: string | undefined
  tab?: 'plan' | 'setup' | 'ballot' | 'fairness' | undefined
  /** Left out: what waits for staff or for documents. */
  status?: 'every' | (typeof shownStates)[number] | undefined
  show?: (typeof filters)[number] | undefined
  q?: string | undefined
  /** Code of the facility whose plan is shown. */
  facility?: string | undefined
  open?: string | undefined
}

/** What the calls take. */
export const roundsSearch = (search: Record<keyof RoundsSearch, unknown> | RoundsSearch): RoundsSearch =>
  readAddress<RoundsSearch>(search, {
    round: (text) => (text === 'new' ? text : aNumber(text)),
    copy: aNumber,
    tab: oneOf('plan', 'setup', 'ballot', 'fairness'),
    status: oneOf('every', ...shownStates),
    show: oneOf(...filters),
    q: anyWords(80),
    facility: anyWords(40),
    open: fitting(preOrderNoPattern),
  })

export const addressOf = (search: RoundsSearch): string => addressWith('/staff/rounds', search)

/** What waits for a decision. */
export const isOpen = ({ status }: Pick<SeasonRequest, 'status'>): boolean => status === 'submitted' || status === 'needs-documents'

/** Pre-orders that the filters leave, in the order in which they were sent. */
export function filtered(requests: readonly SeasonRequest[], { status, show, q = '' }: RoundsSearch): SeasonRequest[] {
  const words = q.toLowerCase()
  return requests.filter(
    (one) =>
      (status === 'every' || (status === undefined ? isOpen(one) : one.status === status)) &&
      (show !== 'missing' || one.missing.length > 0) &&
      (show !== 'complete' || one.missing.length === 0) &&
      (show !== 'conflict' || one.lost.length > 0) &&
      (words === '' || [one.club, one.title, one.orderNo].some((field) => field.toLowerCase().includes(words))),
  )
}
