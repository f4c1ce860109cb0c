import type { Db } from '#db/connect.ts'
import { refuse, ok, type Result } from '#lib/result.ts'
import type { ShareRuns } from '#lib/share-runs.ts'
import { addDays, weekdayOf, type Day } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { findOffered, findOfferedFacility, type Catalogue, type Court, type Facility, type Slot } from '#modules/venues/rules.ts'
import { phaseOf } from '#modules/settings/window-rules.ts'
import type { Rounds } from './rounds.ts'
import { daysOf, slotsOfRound, type Round } from './rules.ts'
import {
  indexOccupancy,
  overviewOf,
  pricesOn,
  statesOn,
  type CellState,
  type SeasonContext,
  type Overview,
  type SeasonView,
} from './season.ts'

export type ViewRefusal = { code: 'not_found' } | { code: 'not_yet_visible'; viewStart: Date }

/** The visible round: by id, or the current one. */
export async function findVisibleRound(rounds: Rounds, id: number | undefined, now: Date): Promise<Result<Round, ViewRefusal>> {
  const round = await rounds.find(id, now)
  if (!round) return refuse({ code: 'not_found' })
  return phaseOf(round, now) === 'not-yet' ? refuse({ code: 'not_yet_visible', viewStart: round.viewStart }) : ok(round)
}

type Shown = { facility: Facility; courts: Court[] }
export type ShareSeasons = ShareRuns<Awaited<ReturnType<typeof readCourts<[Shown]>>>>
export type SeasonDeps = { db: Db; catalogues: Catalogues; share: ShareSeasons }
export type Which = { facilityId: number } | { courtId: number }

type SeenCourts = SeasonView & { courts: Court[] }

/** Occupancy of some courts over a whole season, in one statement. */
async function seeCourts({ db, catalogues, share }: SeasonDeps, round: Round, which: Which, now: Date): Promise<SeenCourts | undefined> {
  const pick = (catalogue: Catalogue): [Shown] | undefined => {
    const court = 'courtId' in which ? findOffered(catalogue, which.courtId) : undefined
    const facility = 'courtId' in which ? court?.facility : findOfferedFacility(catalogue, which.facilityId)
    if (!facility || !round.facilities.some(({ facilityId }) => facilityId === facility.id)) return undefined
    return [{ facility, courts: court ? [court.court] : facility.courts }]
  }
  const days = [round.seasonFrom, round.seasonTo]
  const read = await share(`${round.id} ${round.version} ${JSON.stringify(which)}`, () => readCourts(db, catalogues, pick, days, now))
  if (!read) return undefined
  const [{ facility, courts }] = read.shown
  const { holidays } = read.catalogue
  return { holidays, facility, courts, occupancy: indexOccupancy(read.occupied), slots: slotsOfRound(round, facility, holidays) }
}

export type SeasonCourt = { court: Court; days: { date: Day; states: CellState[]; prices: number[] }[]; overview: Overview[] }
export type Season = { from: Day; to: Day; slots: Slot[]; courts: SeasonCourt[] }

/** At most two weeks when all courts of a facility are asked for. */
const facilityDays = 14

/** B20 */
export async function readSeason(
  deps: SeasonDeps,
  round: Round,
  which: Which,
  stretch: { from: Day | undefined; to: Day | undefined },
  context: SeasonContext,
): Promise<Season | undefined> {
  const seen = await seeCourts(deps, round, which, context.now)
  if (!seen) return undefined
  const { courts, slots } = seen
  const { from, to } = stretchOf(round, stretch, 'facilityId' in which ? facilityDays : Infinity)
  const season = daysOf(round)
  return {
    from,
    to,
    slots,
    courts: courts.map((court) => {
      const byDay = new Map(season.map((day) => [day, statesOn(seen, court, day, context)]))
      const shown = season.filter((day) => day >= from && day <= to)
      return {
        court,
        days: shown.map((date) => ({ date, states: byDay.get(date)!, prices: pricesOn(seen, court, date) })),
        overview: overviewOf(round, seen, byDay),
      }
    }),
  }
}

function stretchOf({ seasonFrom, seasonTo }: Round, { from, to }: { from: Day | undefined; to: Day | undefined }, atMost: number) {
  const inside = (day: Day) => (day < seasonFrom ? seasonFrom : day > seasonTo ? seasonTo : day)
  const first = inside(from ?? seasonFrom)
  const last = inside(to ?? seasonTo)
  const limit = atMost === Infinity ? last : addDays(first, atMost - 1)
  return { from: first, to: last > limit ? limit : last }
}

export type WeeklySlot = Slot & {
  dates: number
  free: number
  price: number
  refused: { date: Day; why: Exclude<CellState, 'free' | 'closed'> }[]
  leftOut: Day[]
}

/** One weekday of the season, slot by slot. Closed days are not counted. */
export async function readWeekday(
  deps: SeasonDeps,
  round: Round,
  { courtId, weekday }: { courtId: number; weekday: number },
  context: SeasonContext,
): Promise<WeeklySlot[] | undefined> {
  const seen = await seeCourts(deps, round, { courtId }, context.now)
  if (!seen) return undefined
  const { holidays, slots } = seen
  const court = seen.courts[0]!
  const days = daysOf(round).filter((day) => weekdayOf(day) === weekday)
  const states = days.map((day) => statesOn(seen, court, day, context))
  // The most frequent price: holidays may cost more.
  const usual = days.find((day) => !holidays.has(day)) ?? days[0]
  const prices = usual === undefined ? [] : pricesOn(seen, court, usual)
  return slots.map((slot, n) => {
    const leftOut = days.filter((_, k) => states[k]![n] === 'closed')
    return {
      ...slot,
      dates: days.length - leftOut.length,
      free: states.filter((ofDay) => ofDay[n] === 'free').length,
      price: prices[n] ?? 0,
      refused: days.flatMap((date, k) => {
        const why = states[k]![n]!
        return why === 'free' || why === 'closed' ? [] : [{ date, why }]
      }),
      leftOut,
    }
  })
}
