import { datedNumber, datedNumberPattern } from '#lib/letter-codes.ts'
import { overlaps, type Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { phaseOf, type Phase, type PreOrderWindow } from '#modules/settings/window-rules.ts'
import { isBySessions, slotsIn, slotsOn, timetableToShow } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import { findOffered, type Catalogue, type Court, type Facility, type Slot, type Words } from '#modules/venues/rules.ts'

/**
 * A pre-order is a community's request in a round: lines of one court and one time on many dates of the season. In the
 * mode first-come, submitting takes the dates; staff's approval makes an order of them, to be paid.
 */
export type PreOrderState = 'draft' | 'submitted' | 'needs-documents' | 'approved' | 'rejected' | 'cancelled'
/** The state shown: an approved pre-order reads as confirmed once its order is. */
export type ShownState = PreOrderState | 'confirmed'

export const preOrderMoves = {
  askForDocuments: { from: ['submitted', 'needs-documents'], to: 'needs-documents' },
  sendDocuments: { from: ['submitted', 'needs-documents'], to: 'submitted' },
  approve: { from: ['submitted', 'needs-documents'], to: 'approved' },
  reject: { from: ['submitted', 'needs-documents'], to: 'rejected' },
  cancel: { from: ['submitted', 'needs-documents'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly PreOrderState[]; to: PreOrderState }>

/** States in which the community may edit, while the window is open. */
export const isOpenToChange = (state: ShownState): boolean => state === 'submitted' || state === 'needs-documents'

/** Code of a kind of document; the centre's rules have the kinds and their names. */
export type DocumentKind = string
/** The centre's kinds of documents, retired ones included, and how many a pre-order may have. */
export type DocumentRules = Limits['documents']

/** Kinds that a new round may ask for. */
export const askedKinds = ({ kinds }: DocumentRules): DocumentKind[] => kinds.filter(({ retired }) => !retired).map(({ code }) => code)

/** P261115K7M3XQZ */
export const preOrderNumber = (now: Date, random: Uint8Array): string => datedNumber('P', dayOf(now), random)
export const preOrderNoPattern = /* @__PURE__ */ datedNumberPattern('P')

export const maxLines = 20
/** Days of the longest season that a rule may allow: 26 weeks. */
export const maxDates = 182
export const contactLimits = { title: 80, purpose: 500, name: 60, phone: 30, headcount: 5000 } as const

/** Communities pay the price of the identity CLUB, whose id is fixed by the first migration. */
export const clubIdentity = 9

export type RoundFacility = { facilityId: number; opens: number; closes: number }
/** How dates are allocated: by who submits first, or by a draw among ranked wishes; what the draw leaves is first-come. */
export const modes = ['first-come', 'ballot'] as const
export type Mode = (typeof modes)[number]
export type Round = PreOrderWindow & {
  id: number
  version: number
  name: Words
  seasonFrom: Day
  seasonTo: Day
  mode: Mode
  /** Of a ballot: when its wishes were fixed, and when they were drawn. */
  frozenAt: Date | null
  drawnAt: Date | null
  /** Share of each facility's floor that only clubs without an earlier season may draw. */
  newcomerPercent: number
  periodsPerWeek: number
  minutesPerPeriod: number
  payDays: number
  documentKinds: DocumentKind[]
  /** Hours before a date until which it can be given back. */
  giveBackHours: number
  documents: DocumentRules
  facilities: RoundFacility[]
}

/** True when clubs submit pre-orders in the round's window; in a ballot only after the draw, for what it has left. */
export const takesPreOrders = ({ mode, drawnAt }: Pick<Round, 'mode' | 'drawnAt'>): boolean => mode === 'first-come' || drawnAt !== null

/**
 * The round of which a club is told first: of those that serve first-come and are not over, the open one, else the next.
 * A ballot, drawn or not, only stands here when there is none of them: it has its own entry in the list of rounds.
 */
export function currentRound<R extends PreOrderWindow & Pick<Round, 'mode' | 'drawnAt'>>(rounds: readonly R[], now: Date): R | undefined {
  const firstCome = rounds.filter((round) => round.mode === 'first-come' && phaseOf(round, now) !== 'ended')
  const candidates = firstCome.length > 0 ? firstCome : rounds
  const inPhase = (phase: Phase) => candidates.filter((round) => phaseOf(round, now) === phase)
  const first = (some: R[], by: (round: R) => Date) =>
    some.toSorted((a, b) => Number(takesPreOrders(b)) - Number(takesPreOrders(a)) || by(a).getTime() - by(b).getTime())[0]
  return (
    first(inPhase('open'), ({ end }) => end) ??
    first(inPhase('view-only'), ({ orderStart }) => orderStart) ??
    first(inPhase('not-yet'), ({ viewStart }) => viewStart) ??
    first(inPhase('ended'), ({ end }) => new Date(-end.getTime()))
  )
}

/** Rounds that a club can take part in now: by pre-orders, which can be prepared before, or by wishes. Those that end first come first. */
export const roundsToJoin = <R extends PreOrderWindow & Pick<Round, 'mode' | 'drawnAt' | 'frozenAt'>>(
  rounds: readonly R[],
  now: Date,
): R[] =>
  rounds
    .filter((round) => {
      const phase = phaseOf(round, now)
      return takesPreOrders(round) ? phase === 'view-only' || phase === 'open' : phase === 'open' && round.frozenAt === null
    })
    .toSorted((a, b) => a.end.getTime() - b.end.getTime())

export type Weekly = { weekday: number; from: Day; to: Day; except: Day[] }
/** A line: one court and one time of day (minutes after midnight), weekly between two days with exceptions, or on single dates. */
export type Line = { courtId: number; start: number; end: number } & ({ weekly: Weekly } | { dates: Day[] })

type Season = Pick<Round, 'seasonFrom' | 'seasonTo'>

/** The days of a line: weekly ones within the season, single dates as given, each once. */
export function datesOf(line: Line, { seasonFrom, seasonTo }: Season): Day[] {
  if ('dates' in line) return [...new Set(line.dates)].toSorted()
  const { weekday, from, to, except } = line.weekly
  const last = to < seasonTo ? to : seasonTo
  const days: Day[] = []
  const first = from > seasonFrom ? from : seasonFrom
  for (let day = addDays(first, (weekday - weekdayOf(first) + 7) % 7); day <= last; day = addDays(day, 7))
    if (!except.includes(day)) days.push(day)
  return days
}

/** The Monday of a day's week; caps count by calendar week. */
export const weekOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

export const periodOf = ({ start, end }: Pick<Line, 'start' | 'end'>, day: Day): Period => ({
  start: momentAt(day, start),
  end: momentAt(day, end),
})

export type LineProblem =
  | { code: 'no_such_court' }
  | { code: 'not_in_round' }
  | { code: 'off_grid'; slotMinutes: number }
  | { code: 'outside_round_hours'; opens: number; closes: number }
  | { code: 'too_long'; minutes: number }
  | { code: 'no_dates' }
  | { code: 'lines_overlap' }

/** Problems of a line that do not depend on occupancy. */
export function whyNotLine(catalogue: Catalogue, round: Round, line: Line): LineProblem | undefined {
  const found = findOffered(catalogue, line.courtId)
  if (!found) return { code: 'no_such_court' }
  const { facility } = found
  const hours = round.facilities.find(({ facilityId }) => facilityId === facility.id)
  if (!hours) return { code: 'not_in_round' }
  const days = datesOf(line, round)
  if (days.length === 0) return { code: 'no_dates' }
  // Days on which the facility is closed are left out later; on the others the line is made of whole slots.
  const whole = firstOpen(catalogue, facility, line, days)
  if (!whole) return { code: 'off_grid', slotMinutes: timetableToShow(facility, days[0]!).slotMinutes }
  if (line.start < hours.opens || line.end > hours.closes) return { code: 'outside_round_hours', opens: hours.opens, closes: hours.closes }
  // Facilities that are booked by session: one session counts as one period.
  const isOneSession = isBySessions(facility, whole.day) && whole.slots.length === 1
  if (line.end - line.start > round.minutesPerPeriod && !isOneSession) return { code: 'too_long', minutes: round.minutesPerPeriod }
  return undefined
}

function firstOpen({ holidays }: Catalogue, facility: Facility, line: Line, days: Day[]): { day: Day; slots: Slot[] } | undefined {
  for (const day of days) {
    const whole = slotsIn(facility, periodOf(line, day), holidays)
    if (whole) return whole
  }
  return undefined
}

/** Indexes of lines that overlap an earlier line. */
export function clashingLines(catalogue: Catalogue, round: Season, lines: Line[]): number[] {
  return lines.flatMap((line, n) => (lines.some((other, k) => k < n && clash(catalogue, round, line, other)) ? [n] : []))
}

function clash(catalogue: Catalogue, round: Season, a: Line, b: Line): boolean {
  const spacesOf = ({ courtId }: Line) => catalogue.courtOf.get(courtId)?.court.spaces ?? []
  if (a.start >= b.end || b.start >= a.end || !spacesOf(a).some((space) => spacesOf(b).includes(space))) return false
  const days = new Set(datesOf(b, round))
  return datesOf(a, round).some((day) => days.has(day))
}

/** Refusals that do not depend on occupancy. */
export type EarlyRefusal = 'past' | 'outside_round' | 'closed'
export type RequestedDate = {
  line: number
  courtId: number
  spaces: number[]
  day: Day
  period: Period
  price: number
  lightFee: number
  why?: EarlyRefusal
}

/** Every date of valid lines, at club prices and without a deposit, since staff hold the community's documents. */
export function requestedDates(catalogue: Catalogue, round: Round, lines: Line[], now: Date): RequestedDate[] {
  return lines.flatMap((line, n) => {
    const { spaces } = catalogue.courtOf.get(line.courtId)!.court
    return datesOf(line, round).map((day): RequestedDate => {
      const period = periodOf(line, day)
      const priced = priceOf(catalogue, line.courtId, period, clubIdentity)
      const { price, lightFee } = priced ?? { price: 0, lightFee: 0 }
      const date = { line: n, courtId: line.courtId, spaces, day, period, price, lightFee }
      if (day < round.seasonFrom || day > round.seasonTo) return { ...date, why: 'outside_round' }
      if (period.start <= now) return { ...date, why: 'past' }
      return priced ? date : { ...date, why: 'closed' }
    })
  })
}

export type RefusedWhy = EarlyRefusal | 'taken' | 'yours'
export type OverCap = { week: Day; periods: number; allowed: number }

/** The first week over the cap; `held` are days held by other pre-orders. */
export function overCap(days: Day[], held: Day[], allowed: number): OverCap | undefined {
  const wanted = new Set(days.map(weekOf))
  const periods = Map.groupBy([...days, ...held].map(weekOf), (week) => week)
  const week = [...wanted].toSorted().find((one) => periods.get(one)!.length > allowed)
  return week === undefined ? undefined : { week, periods: periods.get(week)!.length, allowed }
}

/** Most periods in one week, other pre-orders included. */
export const fullestWeek = (days: Day[], held: Day[]): number =>
  Math.max(0, ...[...Map.groupBy([...days, ...held], weekOf).values()].map(({ length }) => length))

/** Longest period, in slots. */
export const mostSlots = ({ minutesPerPeriod }: Pick<Round, 'minutesPerPeriod'>, slotMinutes: number): number =>
  Math.max(1, Math.floor(minutesPerPeriod / slotMinutes))

/** Every day of a season. */
export function daysOf({ seasonFrom, seasonTo }: Season): Day[] {
  const days: Day[] = []
  for (let day = seasonFrom; day <= seasonTo; day = addDays(day, 1)) days.push(day)
  return days
}

/** Slots that a facility has on any day of a season, by their start. */
export function slotsOfSeason(season: Season, facility: Facility, holidays: Catalogue['holidays']): Slot[] {
  const all = daysOf(season).flatMap((day) => slotsOn(facility, day, holidays))
  const distinct = new Map(all.map((slot) => [`${slot.start} ${slot.end}`, slot]))
  return [...distinct.values()].toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Slots of a facility within the round's hours. */
export function slotsOfRound(round: Round, facility: Facility, holidays: Catalogue['holidays']): Slot[] {
  const hours = round.facilities.find(({ facilityId }) => facilityId === facility.id)
  return hours ? slotsOfSeason(round, facility, holidays).filter(({ start, end }) => start >= hours.opens && end <= hours.closes) : []
}

/** Slot length of a facility in a season, for choosing how long. */
export const slotMinutesIn = ({ seasonFrom }: Season, facility: Facility): number => timetableToShow(facility, seasonFrom).slotMinutes

export type NewRound = Omit<Round, 'id' | 'version' | 'documents' | 'frozenAt' | 'drawnAt'>

/** Deadline for giving a date back. */
export const giveBackUntil = (start: Date, giveBackHours: number): Date => new Date(start.getTime() - giveBackHours * 3_600_000)

/** Payment deadline: the end of a day, at most the start of the first period. */
export const payDeadline = (payDays: number, today: Day, firstStart: Date): Date =>
  new Date(Math.min(momentAt(addDays(today, payDays), 24 * 60).getTime() - 1000, firstStart.getTime()))

export const occupies = (court: Court, period: Period) => (one: Period & { spaceId: number }) =>
  court.spaces.includes(one.spaceId) && overlaps(one, period)
