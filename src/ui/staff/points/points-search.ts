import { isDay } from '#lib/zone.ts'
import { pointCursorPattern, pointKinds, type AppealState, type PointKind, type PointStatus } from '#modules/violations/rules.ts'

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

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : ''
const matching = (pattern: RegExp, value: string) => (pattern.test(value) ? value : undefined)
const dayIn = (value: unknown) => (isDay(text(value, 10)) ? text(value, 10) : undefined)

/** What the calls take: values of a mistyped address are left out instead of refused. */
export function pointsSearch(search: Record<keyof PointsSearch, unknown> | PointsSearch): PointsSearch {
  const asked = {
    tab: (['list', 'suspensions'] as const).find((tab) => tab === search.tab),
    point: matching(isId, text(search.point, 40)),
    status: pointStatuses.find((status) => status === search.status),
    kind: pointKinds.find((kind) => kind === search.kind),
    appeal: appealStates.find((appeal) => appeal === search.appeal),
    facility: text(search.facility, 40),
    from: dayIn(search.from),
    to: dayIn(search.to),
    person: matching(isId, text(search.person, 40)),
    q: text(search.q, 80),
    state: search.state === 'all' ? ('all' as const) : undefined,
    after: matching(pointCursorPattern, text(search.after, 60)),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as PointsSearch
}

/** The address of the screen with this search. */
export function pointsAddress(search: PointsSearch): string {
  const query = new URLSearchParams(Object.entries(search).flatMap(([key, value]) => (value ? [[key, value]] : [])))
  return query.size > 0 ? `/staff/points?${query}` : '/staff/points'
}

/** The filters of a list, without the tab, the place in the list and the open point. */
export function pointFilters({ tab: _, point: __, after: ___, ...filters }: PointsSearch): PointsSearch {
  return filters
}
