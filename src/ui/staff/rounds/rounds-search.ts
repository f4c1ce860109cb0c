import { preOrderNoPattern } from '#modules/preorders/rules.ts'
import type { SeasonRequest } from '#modules/preorders/season-wire.ts'

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

const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : ''

/** What the calls take: values of a mistyped address are left out instead of refused. */
export function roundsSearch(search: Record<keyof RoundsSearch, unknown> | RoundsSearch): RoundsSearch {
  const asked = {
    round: /^(new|[1-9]\d{0,8})$/.test(text(search.round, 9)) ? text(search.round, 9) : undefined,
    copy: /^[1-9]\d{0,8}$/.test(text(search.copy, 9)) ? text(search.copy, 9) : undefined,
    tab: (['plan', 'setup', 'ballot', 'fairness'] as const).find((tab) => tab === search.tab),
    status: (['every', ...shownStates] as const).find((state) => state === search.status),
    show: filters.find((one) => one === search.show),
    q: text(search.q, 80),
    facility: text(search.facility, 40),
    open: preOrderNoPattern.test(text(search.open, 20)) ? text(search.open, 20) : undefined,
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as RoundsSearch
}

export const addressOf = (search: RoundsSearch): string => {
  const words = new URLSearchParams(Object.entries(search).filter(([, value]) => value) as [string, string][]).toString()
  return words ? `/staff/rounds?${words}` : '/staff/rounds'
}

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
