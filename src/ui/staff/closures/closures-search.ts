import { closureCauses, closureCursorPattern, everyWeekday, type ClosureCause } from '#modules/closures/rules.ts'
import { aDay, anId, aWholeNumber, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

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

const aTime = fitting(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)
/** As many as a plan may name. */
const someNumbers = fitting(/^\d{1,9}(\.\d{1,9}){0,99}$/)

export const closuresSearch = (search: object): ClosuresSearch =>
  readAddress<ClosuresSearch>(search, {
    view: oneOf('past'),
    facility: aWholeNumber,
    after: fitting(closureCursorPattern),
    closure: anId,
    new: oneOf('1'),
    now: oneOf('1'),
    facilities: someNumbers,
    courts: someNumbers,
    from: aDay,
    to: aDay,
    opens: aTime,
    closes: aTime,
    weekdays: fitting(/^[1-7]{1,7}$/),
    cause: oneOf(...closureCauses),
  })

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
