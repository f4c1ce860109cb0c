import { reviewKinds, type ReviewKind } from '#modules/accounts/rules.ts'
import { addressWith, aDay, anId, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

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
const isCursor = new RegExp(`^\\d{1,16}\\.${uuid}$`)
const isKey = new RegExp(`^(?:proof|club)\\.${uuid}(?:\\.${uuid})?$`)

/** What the calls take. */
export const proofsSearch = (search: Record<keyof ProofsSearch, unknown> | ProofsSearch): ProofsSearch =>
  readAddress<ProofsSearch>(search, {
    state: oneOf(...decidedStates),
    kind: oneOf(...reviewKinds),
    person: anId,
    day: aDay,
    q: anyWords(80),
    after: fitting(isCursor),
    open: fitting(isKey),
  })

/** The filters without the place in the list and without the open entry. */
export function filtersOf(search: ProofsSearch): ProofsSearch {
  const { after: _, open: __, ...filters } = search
  return filters
}

export const addressOf = (search: ProofsSearch): string => addressWith('/staff/proofs', search)

export const subjectOf = (key: string): { kind: ReviewKind; id: string } => {
  const [kind = 'proof', id = ''] = key.split('.')
  return { kind: kind as ReviewKind, id }
}
