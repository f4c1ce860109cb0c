import { pointCursorPattern, pointKinds, type AppealState, type PointKind, type PointStatus } from '#modules/violations/rules.ts'
import { addressWith, aDay, anId, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** What the address of the points holds: the tab, the open point, and the filters of the lists. */
export type PointsSearch = {
  tab?: 'list' | 'suspensions' | undefined
  point?: string | undefined
  status?: PointStatus | undefined
  kind?: PointKind | undefined
  appeal?: AppealState | undefined
  facility?: string | undefined
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  q?: string | undefined
  /** Of suspensions: past and lifted ones, too. */
  state?: 'all' | undefined
  /** Cursor of the page before. */
  after?: string | undefined
}

export const pointStatuses = ['counts', 'used', 'expired', 'removed'] as const satisfies PointStatus[]
export const appealStates = ['open', 'accepted', 'rejected'] as const satisfies AppealState[]

/** What the calls take. */
export const pointsSearch = (search: Record<keyof PointsSearch, unknown> | PointsSearch): PointsSearch =>
  readAddress<PointsSearch>(search, {
    tab: oneOf('list', 'suspensions'),
    point: anId,
    status: oneOf(...pointStatuses),
    kind: oneOf(...pointKinds),
    appeal: oneOf(...appealStates),
    facility: anyWords(40),
    from: aDay,
    to: aDay,
    person: anId,
    q: anyWords(80),
    state: oneOf('all'),
    after: fitting(pointCursorPattern),
  })

/** The address of the screen with this search. */
export const pointsAddress = (search: PointsSearch): string => addressWith('/staff/points', search)

/** The filters of a list, without the tab, the place in the list and the open point. */
export function pointFilters({ tab: _, point: __, after: ___, ...filters }: PointsSearch): PointsSearch {
  return filters
}
