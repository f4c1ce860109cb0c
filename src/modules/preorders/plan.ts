import { dayOf, minuteOf, weekdayOf, type Day } from '#lib/zone.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { ReadPreOrder } from './read-store.ts'
import { datesOf, type DocumentKind, type Line, type RefusedWhy, type Round } from './rules.ts'

/** The plan of a season: which club has which court on which weekday and hour. Pure. */
export type PlanEntry = {
  orderNo: string
  line: number
  courtId: number
  weekday: number
  /** Minutes after midnight. */
  start: number
  end: number
  /** Days that the club has. */
  days: Day[]
}

const isGone = ({ state }: Pick<ReadPreOrder, 'state'>): boolean => state === 'rejected' || state === 'cancelled'

/** Dates that are held, as one entry for each line, court, weekday and time. */
export function planOf(preOrder: Pick<ReadPreOrder, 'orderNo' | 'state' | 'dates'>): PlanEntry[] {
  if (isGone(preOrder)) return []
  const held = preOrder.dates.filter(({ state }) => state === 'held')
  const entries = held.map(({ line, courtId, day, start, end }) => {
    const from = minuteOf(start)
    // A period may end at midnight, which is minute 0 of the next day.
    const to = dayOf(end) === dayOf(start) ? minuteOf(end) : 24 * 60
    return { orderNo: preOrder.orderNo, line, courtId, weekday: weekdayOf(day), start: from, end: to, day }
  })
  const groups = Map.groupBy(entries, ({ line, courtId, weekday, start, end }) => [line, courtId, weekday, start, end].join(' '))
  return [...groups.values()].map((group) => {
    const { day: _, ...entry } = group[0]!
    return { ...entry, days: group.map(({ day }) => day).toSorted() }
  })
}

/** Why a club does not have a date that it asked for. */
export type LostWhy = RefusedWhy | 'released' | 'given-back'
export type LostDate = {
  line: number
  date: Day
  why: LostWhy
  /** For a date that is taken: the pre-order of this season that has it; null when it is another booking. */
  by: { orderNo: string; club: string } | null
}

/** Dates of a pre-order that the club asked for and does not have: refused when it was sent, or lost since. */
export function lostDates(preOrder: ReadPreOrder, all: readonly ReadPreOrder[], catalogue: Catalogue): LostDate[] {
  const refused = preOrder.refused.map(({ line, date, why }): LostDate => {
    const wanted = preOrder.lines[line]
    return { line, date, why, by: why === 'taken' && wanted ? holderOf(wanted, date, preOrder, all, catalogue) : null }
  })
  const since = preOrder.dates.flatMap(({ line, day, state }): LostDate[] =>
    state === 'held' || isGone(preOrder) ? [] : [{ line, date: day, why: state, by: null }],
  )
  return [...refused, ...since].toSorted((a, b) => a.line - b.line || a.date.localeCompare(b.date))
}

function holderOf(wanted: Line, date: Day, own: ReadPreOrder, all: readonly ReadPreOrder[], catalogue: Catalogue): LostDate['by'] {
  const spaces = catalogue.courtOf.get(wanted.courtId)?.court.spaces ?? []
  for (const other of all) {
    if (other === own) continue
    const has = planOf(other).some(
      ({ courtId, days, start, end }) =>
        days.includes(date) &&
        start < wanted.end &&
        wanted.start < end &&
        (catalogue.courtOf.get(courtId)?.court.spaces ?? []).some((space) => spaces.includes(space)),
    )
    if (has) return { orderNo: other.orderNo, club: other.communityName }
  }
  return null
}

/** Kinds that the round asks for and the pre-order does not have, and those that staff have named. */
export function missingDocuments(
  { documents, missingKinds, state }: Pick<ReadPreOrder, 'documents' | 'missingKinds' | 'state'>,
  { documentKinds }: Pick<Round, 'documentKinds'>,
): DocumentKind[] {
  const has = new Set(documents.map(({ kind }) => kind))
  const named = state === 'needs-documents' ? missingKinds : []
  return [...new Set([...documentKinds.filter((kind) => !has.has(kind)), ...named])]
}

/** Dates that the lines of a pre-order ask for in the season. */
export const askedDates = ({ lines }: Pick<ReadPreOrder, 'lines'>, round: Round): number =>
  lines.reduce((sum, line) => sum + datesOf(line, round).length, 0)

/** Held dates that a changed round would no longer offer: they stay with their clubs, and staff are told how many. */
export function datesOutside(
  round: Pick<Round, 'seasonFrom' | 'seasonTo' | 'facilities'>,
  entries: readonly PlanEntry[],
  catalogue: Catalogue,
): { dates: number; clubs: number } {
  const outside = entries.flatMap((entry) => {
    const facility = catalogue.courtOf.get(entry.courtId)?.facility
    const hours = round.facilities.find(({ facilityId }) => facilityId === facility?.id)
    const isOffered = hours !== undefined && entry.start >= hours.opens && entry.end <= hours.closes
    const days = entry.days.filter((day) => !isOffered || day < round.seasonFrom || day > round.seasonTo)
    return days.length > 0 ? [{ orderNo: entry.orderNo, days: days.length }] : []
  })
  return { dates: outside.reduce((sum, { days }) => sum + days, 0), clubs: new Set(outside.map(({ orderNo }) => orderNo)).size }
}
