import type { Period } from '#lib/period.ts'
import { daysOf, type Round } from '#modules/preorders/rules.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import type { Catalogue, Facility } from '#modules/venues/rules.ts'

/** A club that asked for floor of a facility, by a pre-order or by a wish. */
export type Asked = { memberId: string; facilityId: number }
/** A date that a club got in a round. `isHeld`: it has it still. */
export type GotDate = { memberId: string; courtId: number; period: Period; gotAt: Date; isHeld: boolean }
/** An earlier round in which a club asked for floor of a sport, and whether it got any. */
export type EarlierSeason = { memberId: string; sport: string; at: Date; gotAny: boolean }

export type Served = { clubs: number; served: number }
export type HallFairness = {
  facility: Facility
  clubs: number
  /** Clubs by hours a week on average: none, up to each of `weeklyHours`, and more. */
  byHours: number[]
  newcomers: Served
  luckless: Served
  /** Share of the hall's hours that clubs hold. */
  usedPercent: number
  /** Share of the hall's hours that were gone after each of `goneMinutes` that has passed; null where a draw decides. */
  gonePercent: number[] | null
}

export const weeklyHours = [2, 4, 8] as const
/** Minutes from the opening of a round: a minute, ten, an hour, a day, a week. */
export const goneMinutes = [1, 10, 60, 1440, 10_080] as const

export type RoundFacts = { asked: Asked[]; got: GotDate[]; earlier: EarlierSeason[] }

/** How the floor of a round went, for each of its halls that somebody asked for. */
export function hallFairness(round: Round, catalogue: Catalogue, { asked, got, earlier }: RoundFacts, now: Date): HallFairness[] {
  return round.facilities.flatMap(({ facilityId, opens, closes }) => {
    const facility = catalogue.facilities.find(({ id }) => id === facilityId)
    const clubs = [...new Set(asked.filter((one) => one.facilityId === facilityId).map(({ memberId }) => memberId))]
    if (!facility || clubs.length === 0) return []
    const here = got.filter(({ courtId }) => facility.courts.some(({ id }) => id === courtId))
    const held = Map.groupBy(
      here.filter(({ isHeld }) => isHeld),
      ({ memberId }) => memberId,
    )
    const past = earlier.filter(({ sport }) => sport === facility.sport)
    const served = (some: string[]): Served => ({ clubs: some.length, served: some.filter((club) => held.has(club)).length })
    const floor = floorMinutes(round, facility, { opens, closes }, catalogue)
    return [
      {
        facility,
        clubs: clubs.length,
        byHours: byHours(
          round,
          clubs.map((club) => minutesOf(held.get(club) ?? [])),
        ),
        newcomers: served(clubs.filter((club) => !past.some(({ memberId, gotAny }) => memberId === club && gotAny))),
        luckless: served(clubs.filter((club) => lastSeason(past, club)?.gotAny === false)),
        usedPercent: percentOf(spaceMinutes(facility, [...held.values()].flat()), floor),
        gonePercent: round.mode === 'first-come' ? goneAfter(round, facility, here, floor, now) : null,
      },
    ]
  })
}

const minutes = ({ start, end }: Period): number => (end.getTime() - start.getTime()) / 60_000
const minutesOf = (dates: GotDate[]): number => dates.reduce((sum, { period }) => sum + minutes(period), 0)

const lastSeason = (past: EarlierSeason[], club: string): EarlierSeason | undefined =>
  past.filter(({ memberId }) => memberId === club).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(100, Math.round((100 * part) / whole)))

/** Clubs by their hours a week, on average over the season. */
function byHours(round: Round, held: number[]): number[] {
  const weeks = daysOf(round).length / 7
  const bands = held.map((each) => {
    const hours = each / 60 / weeks
    const band = weeklyHours.findIndex((most) => hours <= most)
    return hours === 0 ? 0 : band < 0 ? weeklyHours.length + 1 : band + 1
  })
  return Array.from({ length: weeklyHours.length + 2 }, (_, band) => bands.filter((one) => one === band).length)
}

/** Minutes of all spaces of a hall in the hours of the round. */
function floorMinutes(round: Round, facility: Facility, hours: { opens: number; closes: number }, { holidays }: Catalogue): number {
  const spaces = new Set(facility.courts.flatMap((court) => court.spaces)).size
  const slots = daysOf(round).flatMap((day) => slotsOn(facility, day, holidays))
  const within = slots.filter(({ start, end }) => start >= hours.opens && end <= hours.closes)
  return spaces * within.reduce((sum, { start, end }) => sum + end - start, 0)
}

const spaceMinutes = ({ courts }: Facility, dates: GotDate[]): number =>
  dates.reduce((sum, { courtId, period }) => sum + minutes(period) * (courts.find(({ id }) => id === courtId)?.spaces.length ?? 0), 0)

/** What was gone at each moment, given up since or not; a period that two clubs had one after the other counts once, from the first. */
function goneAfter(round: Round, facility: Facility, got: GotDate[], floor: number, now: Date): number[] {
  const firsts = new Map<string, GotDate>()
  for (const date of got.toSorted((a, b) => b.gotAt.getTime() - a.gotAt.getTime()))
    firsts.set(`${date.courtId} ${date.period.start.getTime()}`, date)
  const all = [...firsts.values()]
  const moments = goneMinutes.map((after) => round.orderStart.getTime() + after * 60_000).filter((moment) => moment <= now.getTime())
  return moments.map((moment) =>
    percentOf(
      spaceMinutes(
        facility,
        all.filter(({ gotAt }) => gotAt.getTime() <= moment),
      ),
      floor,
    ),
  )
}
