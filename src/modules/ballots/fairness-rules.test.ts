import { describe, expect, it } from 'vitest'
import { addDays, momentAt } from '#lib/zone.ts'
import { catalogue, round } from '#testing/season-catalogue.ts'
import { hallFairness, type EarlierSeason, type GotDate } from './fairness-rules.ts'

/** Minutes after the opening. */
const after = (minutes: number) => new Date(round.orderStart.getTime() + minutes * 60_000)
/** So many weeks of two hours on Mondays from 18:00. */
const got = (memberId: string, courtId: number, weeks: number, minutes: number, more: Partial<GotDate> = {}): GotDate[] =>
  Array.from({ length: weeks }, (_, week) => {
    const day = addDays(round.seasonFrom, week * 7)
    return {
      memberId,
      courtId,
      period: { start: momentAt(day, 1080), end: momentAt(day, 1200) },
      gotAt: after(minutes),
      isHeld: true,
      ...more,
    }
  })
const asked = ['a', 'b', 'c', 'd'].map((memberId) => ({ memberId, facilityId: 1 }))
const season = (memberId: string, at: string, gotAny: boolean): EarlierSeason => ({
  memberId,
  sport: catalogue.facilities[0]!.sport,
  at: new Date(at),
  gotAny,
})
const halls = (dates: GotDate[], earlier: EarlierSeason[] = [], now = after(100), of = round) =>
  hallFairness(of, catalogue, { asked, got: dates, earlier }, now)

describe('how the floor of a round went', () => {
  it('counts every club that asked once, by its hours a week', () => {
    const dates = [
      ...got('a', 1, 13, 5),
      // Two hours in every second week, on average one; what was given up is not held.
      ...got('b', 2, 7, 5),
      ...got('c', 2, 13, 5, { isHeld: false }),
    ]
    const [hall, ...others] = halls([...dates, ...dates.slice(0, 13).map((date) => ({ ...date, courtId: 2 }))])
    expect(others, 'nobody asked for the other hall').toEqual([])
    expect(hall).toMatchObject({ clubs: 4, byHours: [2, 1, 1, 0, 0] })
  })

  it('tells newcomers and clubs that got nothing the season before, and how many of them got something now', () => {
    const earlier = [
      season('a', '2026-06-01', true),
      season('b', '2026-06-01', true),
      season('b', '2026-09-01', false),
      season('c', '2026-09-01', false),
      { ...season('d', '2026-09-01', true), sport: 'another' },
    ]
    const [hall] = halls([...got('b', 1, 13, 5), ...got('d', 2, 1, 5)], earlier)
    expect(hall).toMatchObject({ newcomers: { clubs: 2, served: 1 }, luckless: { clubs: 2, served: 1 } })
  })

  it('says what share of all hours is held, and how much was gone after each time that has passed', () => {
    // The hall has two spaces, four hours a day; the third court stands on both.
    const [hall] = halls([...got('a', 1, 13, 0.5), ...got('b', 3, 13, 30, { isHeld: false })])
    const floor = 2 * 4 * 91
    const percent = (hours: number) => Math.round((100 * hours) / floor)
    expect(hall).toMatchObject({ usedPercent: percent(26), gonePercent: [percent(26), percent(26), percent(26 + 52)] })
    expect(halls(got('a', 1, 13, 0.5), [], after(11))[0]!.gonePercent).toHaveLength(2)
    const twice = [...got('a', 1, 13, 5, { isHeld: false }), ...got('b', 1, 13, 50)]
    expect(halls(twice)[0]!.gonePercent, 'given up and taken again counts once').toEqual([0, percent(26), percent(26)])
    expect(halls(twice, [], after(100), { ...round, mode: 'ballot', drawnAt: after(0) })[0]!.gonePercent).toBeNull()
  })
})
