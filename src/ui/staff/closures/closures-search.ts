import { isDay } from '#lib/zone.ts'
import { closureCauses, closureCursorPattern, everyWeekday, type ClosureCause } from '#modules/closures/rules.ts'

/** The view of the closures screen, in the address: the list, one closure, or a new one with its plan. */
export type ClosuresSearch = {
  view?: 'past' | undefined
  facility?: number | undefined
  /** Cursor of the page before. */
  after?: string | undefined
  closure?: string | undefined
  new?: '1' | undefined
  /** Courts are closed at once, in a sheet over the list. */
  now?: '1' | undefined
  /** Of a plan: ids, joined by dots. */
  facilities?: string | undefined
  courts?: string | undefined
  from?: string | undefined
  to?: string | undefined
  opens?: string | undefined
  closes?: string | undefined
  weekdays?: string | undefined
  cause?: ClosureCause | undefined
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isTime = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
/** As many as a plan may name. */
const isIdList = /^\d{1,9}(\.\d{1,9}){0,99}$/
const longest = 1000
/** What is too long is left out whole: a part of it would be another value. */
const text = (value: unknown) => {
  const given = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return given.length <= longest ? given : ''
}
const fits = (value: unknown, pattern: RegExp) => (pattern.test(text(value)) ? text(value) : undefined)
const dayIn = (value: unknown) => (isDay(text(value)) ? text(value) : undefined)
const whole = (value: unknown) => (/^[1-9]\d{0,8}$/.test(text(value)) ? Number(text(value)) : undefined)

/** Values of a mistyped address are left out. */
export function closuresSearch(search: Record<string, unknown>): ClosuresSearch {
  const asked: ClosuresSearch = {
    view: search.view === 'past' ? 'past' : undefined,
    facility: whole(search.facility),
    after: fits(search.after, closureCursorPattern),
    closure: fits(search.closure, isId),
    new: text(search.new) === '1' ? '1' : undefined,
    now: text(search.now) === '1' ? '1' : undefined,
    facilities: fits(search.facilities, isIdList),
    courts: fits(search.courts, isIdList),
    from: dayIn(search.from),
    to: dayIn(search.to),
    opens: fits(search.opens, isTime),
    closes: fits(search.closes, isTime),
    weekdays: fits(search.weekdays, /^[1-7]{1,7}$/),
    cause: closureCauses.find((cause) => cause === search.cause),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as ClosuresSearch
}

/** What the form of a plan holds. */
export type PlanDraft = {
  facilities: number[]
  courts: number[]
  from: string
  to: string
  opens: string
  closes: string
  weekdays: number[]
  cause: ClosureCause
}

const idsIn = (joined: string | undefined) => joined?.split('.').map(Number)

export const draftOf = (search: ClosuresSearch, today: string): PlanDraft => ({
  // A link may name the one facility as the filter of the list does.
  facilities: idsIn(search.facilities) ?? (search.facility === undefined ? [] : [search.facility]),
  courts: idsIn(search.courts) ?? [],
  from: search.from ?? today,
  to: search.to ?? search.from ?? today,
  opens: search.opens ?? '00:00',
  closes: search.closes ?? '24:00',
  weekdays: search.weekdays ? [...search.weekdays].map(Number) : everyWeekday,
  cause: search.cause ?? 'cleaning',
})

/** The address of a plan. Facilities and courts are joined by dots, which an address need not escape. */
export const searchOf = ({ facilities, courts, from, to, opens, closes, weekdays, cause }: PlanDraft): ClosuresSearch =>
  closuresSearch({
    new: '1',
    facilities: facilities.join('.'),
    courts: courts.join('.'),
    from,
    to,
    opens: opens === '00:00' ? undefined : opens,
    closes: closes === '24:00' ? undefined : closes,
    weekdays: weekdays.length === 7 ? undefined : weekdays.toSorted().join(''),
    cause,
  })

/** Body of the calls that try and run the plan; undefined while the address has no whole plan. */
export function planIn(search: ClosuresSearch) {
  if (search.new === undefined || search.from === undefined) return undefined
  const { facilities, courts, from, to, opens, closes, weekdays } = draftOf(search, search.from)
  return facilities.length === 0 ? undefined : { facilities, courts, from, to, opens, closes, weekdays }
}
