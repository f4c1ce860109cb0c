import { isDay } from '#lib/zone.ts'
import { reviewKinds, type ReviewKind } from '#modules/accounts/review-rules.ts'

export const decidedStates = ['decided', 'approved', 'refused'] as const

/** Filters of proofs and clubs in the address, and the entry that is open. */
export type ProofsSearch = {
  /** Left out: what waits. */
  state?: (typeof decidedStates)[number] | undefined
  kind?: ReviewKind | undefined
  person?: string | undefined
  day?: string | undefined
  q?: string | undefined
  /** Cursor of the page before. */
  after?: string | undefined
  /** Key of an entry: kind and id, and in the list of decisions the decision. */
  open?: string | undefined
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isId = new RegExp(`^${uuid}$`, 'i')
const isCursor = new RegExp(`^\\d{1,16}\\.${uuid}$`)
const isKey = new RegExp(`^(?:proof|club)\\.${uuid}(?:\\.${uuid})?$`)
const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : ''
const matching = (value: unknown, pattern: RegExp) => (pattern.test(text(value, 100)) ? text(value, 100) : undefined)

/** What the calls take: values of a mistyped address are left out instead of refused. */
export function proofsSearch(search: Record<keyof ProofsSearch, unknown> | ProofsSearch): ProofsSearch {
  const asked = {
    state: decidedStates.find((state) => state === search.state),
    kind: reviewKinds.find((kind) => kind === search.kind),
    person: matching(search.person, isId),
    day: isDay(text(search.day, 10)) ? text(search.day, 10) : undefined,
    q: text(search.q, 80),
    after: matching(search.after, isCursor),
    open: matching(search.open, isKey),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as ProofsSearch
}

/** The filters without the place in the list and without the open entry. */
export function filtersOf(search: ProofsSearch): ProofsSearch {
  const { after: _, open: __, ...filters } = search
  return filters
}

export const addressOf = (search: ProofsSearch): string => {
  const words = new URLSearchParams(Object.entries(search).filter(([, value]) => value) as [string, string][]).toString()
  return words ? `/staff/proofs?${words}` : '/staff/proofs'
}

export const subjectOf = (key: string): { kind: ReviewKind; id: string } => {
  const [kind = 'proof', id = ''] = key.split('.')
  return { kind: kind as ReviewKind, id }
}
