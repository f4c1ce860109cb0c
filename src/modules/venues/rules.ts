import type { Words } from '#i18n/words.ts'
import type { Period } from '#lib/period.ts'
import type { Limits, RefundRules } from '#modules/settings/rules.ts'
import type { Day } from '#lib/zone.ts'
import type { FacilityPicture } from './picture-rules.ts'

/**
 * A facility is a building or a field; a court is what can be booked in it, and occupies one or more spaces. Timetables
 * say when it is open (hours-rules.ts), price lists what it costs (price-rules.ts), each from a day on. All of it is the
 * catalogue.
 */
export type { Words }

export type Facility = {
  id: number
  code: string
  sport: string
  name: Words
  about: Words
  place: Words
  rules: { tw: string[]; en: string[] }
  outdoor: boolean
  drawing: string
  colour: string
  /** In their order; none: the drawing stands for the facility. */
  pictures: FacilityPicture[]
  /** No longer offered; kept for the orders that refer to it. */
  retired: boolean
  /** By first day, the oldest first. */
  timetables: Timetable[]
  /** By first day, the oldest first. */
  priceLists: PriceList[]
  /** Courts that can be booked. */
  courts: Court[]
  retiredCourts: Court[]
}

export const dayKinds = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const
export type DayKind = (typeof dayKinds)[number]

/** Days of the year from MM-DD to MM-DD, both included; it may run over the new year. */
export type YearSeason = { from: string; to: string }

/** Minutes after midnight on some days of the week, all year or in a season. */
export type OpenHours = { days: DayKind[]; opens: number; closes: number; season?: YearSeason }
export type LevelHours = { days: DayKind[]; from: number; to: number }

/** Opening hours from a day on, until a later timetable begins. */
export type Timetable = {
  id: number
  from: Day
  slotMinutes: number
  hours: OpenHours[]
  /** Fixed sessions of the day; empty when the facility is booked by the slot. */
  sessions: Slot[]
}

/** What an hour can cost: 離峰, 尖峰, 假日. The first level of a list has no hours: it is for those that no other has. */
export type PriceLevel = { name: Words; hours: LevelHours[] }

/** Prices from a day on, until a later list begins. */
export type PriceList = {
  id: number
  from: Day
  /** Two or more; an hour has the last one that names it. */
  levels: PriceLevel[]
  lightFee: number
  lightFrom: number | null
  deposit: number
  /** By court. */
  prices: Readonly<Record<number, CourtPrices>>
}
/** Prices of one slot, by identity and level. */
export type CourtPrices = Record<number, readonly number[]>

/** A bookable piece of a day, in minutes after midnight. */
export type Slot = { start: number; end: number }

export type Court = {
  id: number
  facilityId: number
  code: string
  name: Words
  spaces: number[]
  retired: boolean
}

/** Public holidays; on those that are `closed` nothing can be booked. */
export type Holidays = ReadonlySet<Day> & { readonly closed?: ReadonlySet<Day> }

export const holidaysFrom = (holidays: readonly { day: Day; closed?: boolean | undefined }[]): Holidays =>
  Object.assign(new Set(holidays.map(({ day }) => day)), {
    closed: new Set(holidays.flatMap(({ day, closed }) => (closed ? [day] : []))),
  })

export type Catalogue = {
  version: number
  /** What is offered, in the centre's order. */
  facilities: Facility[]
  holidays: Holidays
  /** How far ahead and how much may be booked. */
  booking: Limits['booking']
  refunds: RefundRules
  /** Retired ones too: orders of the past refer to them. */
  facilityOf: ReadonlyMap<number, Facility>
  courtOf: ReadonlyMap<number, { court: Court; facility: Facility }>
}

export const generalPublic = 1

/** A court that can be booked; undefined when it or its facility is unknown or retired. */
export function findOffered(catalogue: Pick<Catalogue, 'courtOf'>, courtId: number): { court: Court; facility: Facility } | undefined {
  const found = catalogue.courtOf.get(courtId)
  return found && !found.court.retired && !found.facility.retired ? found : undefined
}

/** A facility that can be booked; undefined when it is unknown or retired. */
export function findOfferedFacility(catalogue: Pick<Catalogue, 'facilityOf'>, id: number): Facility | undefined {
  const found = catalogue.facilityOf.get(id)
  return found?.retired ? undefined : found
}

/** Every space of a facility once, also under retired courts, which may still be booked. */
export const spacesOf = ({ courts, retiredCourts }: Pick<Facility, 'courts' | 'retiredCourts'>): number[] => [
  ...new Set([...courts, ...retiredCourts].flatMap(({ spaces }) => spaces)),
]

/** The sports of a facility, which its column joins with a plus. */
export const sportsOf = ({ sport }: Pick<Facility, 'sport'>): string[] => sport.split('+')

/** A part of one day, in minutes after midnight. */
export type TimeQuery = { day: Day; start: number; end: number }

/** The free courts of one facility for one period, with prices that include light. */
export type Offer = { facility: Facility; day: Day; period: Period; courts: { court: Court; price: number; deposit: number }[] }

/** Alternatives near a time at which nothing is free. */
export type Alternative = Offer & { kind: 'other-time' | 'shorter' | 'other-facility' | 'other-day' }

/** A day, or part of one, on which a whole facility is closed. */
export type Closure = { facilityId: number; period: Period; reason: Words }

/** Courts that exclude each other because they share spaces. */
export const sharing = (facility: Facility, court: Court): Court[] =>
  facility.courts.filter((other) => other !== court && other.spaces.some((space) => court.spaces.includes(space)))
