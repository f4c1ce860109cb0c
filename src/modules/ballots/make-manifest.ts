import { momentAt } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { datesOf, daysOf, periodOf, whyNotLine, type Round } from '#modules/preorders/rules.ts'
import { indexOccupancy } from '#modules/preorders/season.ts'
import { slotsIn, slotsOn } from '#modules/venues/hours-rules.ts'
import { findOfferedFacility, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { ballotProgram, manifestFormat, type Manifest, type ManifestPeriod } from './manifest-wire.ts'
import { courtsOf, lineOf, type Wish } from './wish-rules.ts'

/** Group of clubs without an earlier season of their sport, for whom a round may set floor aside. */
const newcomers = { group: 'newcomers', name: { tw: '首次參加的社團', en: 'Clubs new to the sport' } }

export type ManifestInput = {
  round: Round
  catalogue: Catalogue
  occupied: Occupied[]
  entries: { number: number; tickets: number; isNewcomer: boolean; wishes: Wish[] }[]
  randomness: Manifest['randomness']
  frozenAt: Date
  drawAt: Date
}

/** Facilities of a round that are offered, by id. */
export const facilitiesOf = (catalogue: Catalogue, round: Round): Facility[] =>
  round.facilities.flatMap(({ facilityId }) => findOfferedFacility(catalogue, facilityId) ?? [])

/** Everything that decides a draw, from the state of the floor at one moment. Pure. */
export function makeManifest({ round, catalogue, occupied, entries, randomness, frozenAt, drawAt }: ManifestInput): Manifest {
  const facilities = facilitiesOf(catalogue, round)
  const codeOf = new Map(facilities.map(({ id, code }) => [id, code]))
  const courtCode = (courtId: number) => catalogue.courtOf.get(courtId)!.court.code
  const counted = { catalogue, round, isFree: freeAt(occupied) }
  const numbers = new Map(facilities.flatMap(({ courts }) => courts).map(({ code }, n) => [code, n + 1]))
  const wishes = entries.flatMap((entry) => entry.wishes).filter(({ facilityId }) => codeOf.has(facilityId))
  return {
    format: manifestFormat,
    program: ballotProgram,
    round: { id: round.id, name: round.name },
    season: { from: round.seasonFrom, to: round.seasonTo },
    frozenAt: frozenAt.toISOString(),
    drawAt: drawAt.toISOString(),
    randomness,
    caps: { periodsPerWeek: round.periodsPerWeek, minutesPerPeriod: round.minutesPerPeriod },
    facilities: facilities.map((facility) => ({
      code: facility.code,
      name: facility.name,
      courts: facility.courts.map(({ code, name, spaces }) => ({ code, name, number: numbers.get(code)!, spaces })),
      floor: floorOf(counted, facility),
      setAsides: round.newcomerPercent > 0 ? [{ ...newcomers, percent: round.newcomerPercent }] : [],
    })),
    periods: periodsOf(counted, wishes),
    entries: entries.map(({ number, tickets, isNewcomer, wishes: ranked }) => ({
      number,
      tickets,
      newcomer: isNewcomer,
      group: round.newcomerPercent > 0 && isNewcomer ? newcomers.group : null,
      held: 0,
      wishes: ranked
        .filter(({ facilityId }) => codeOf.has(facilityId))
        .map(({ weekday, start, end, facilityId, courtId, leastPercent }) => ({
          weekday,
          start,
          end,
          facility: codeOf.get(facilityId)!,
          court: courtId === null ? null : courtCode(courtId),
          leastPercent,
        })),
    })),
  }
}

type IsFree = (spaces: readonly number[], day: string, start: number, end: number) => boolean
type Counted = { catalogue: Catalogue; round: Round; isFree: IsFree }

function freeAt(occupied: Occupied[]): IsFree {
  const index = indexOccupancy(occupied)
  return (spaces, day, start, end) => {
    const [from, to] = [momentAt(day, start).getTime(), momentAt(day, end).getTime()]
    const there = index.occupiedOn({ spaces } as Court, day)
    return there.every((one) => one.start.getTime() >= to || from >= one.end.getTime())
  }
}

/** Every weekly period that somebody wishes for, on each court that may have it. */
function periodsOf({ catalogue, round, isFree }: Counted, wishes: Wish[]): ManifestPeriod[] {
  const found = new Map<string, ManifestPeriod>()
  for (const wish of wishes)
    for (const court of courtsOf(catalogue, wish)) {
      const { weekday, start, end } = wish
      const key = `${court.code} ${weekday} ${start} ${end}`
      const line = lineOf(wish, court.id, round)
      if (found.has(key) || whyNotLine(catalogue, round, line)) continue
      const { facility } = catalogue.courtOf.get(court.id)!
      const open = datesOf(line, round).filter((day) => slotsIn(facility, periodOf(line, day), catalogue.holidays))
      found.set(key, {
        court: court.code,
        weekday,
        start,
        end,
        of: open.length,
        dates: open.filter((day) => isFree(court.spaces, day, start, end)),
      })
    }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, period]) => period)
}

/** Free space-minutes of a facility in the season, within the round's hours. */
function floorOf({ catalogue, round, isFree }: Counted, facility: Facility): number {
  const hours = round.facilities.find(({ facilityId }) => facilityId === facility.id)!
  const spaces = [...new Set(facility.courts.flatMap((court) => court.spaces))]
  let minutes = 0
  for (const day of daysOf(round))
    for (const { start, end } of slotsOn(facility, day, catalogue.holidays))
      if (start >= hours.opens && end <= hours.closes)
        minutes += spaces.filter((space) => isFree([space], day, start, end)).length * (end - start)
  return minutes
}
