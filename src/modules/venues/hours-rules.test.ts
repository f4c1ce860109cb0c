import { describe, expect, it } from 'vitest'
import { momentAt, timeFrom } from '#lib/zone.ts'
import { everyDay, facilityWith } from '#testing/catalogue-parts.ts'
import {
  countsForQuota,
  hoursShownOn,
  isInSeason,
  lastOpenDay,
  openingOf,
  slotsCovering,
  slotsIn,
  slotsOn,
  timetableOn,
  weekOf,
} from './hours-rules.ts'
import { holidaysFrom, type OpenHours, type Slot, type Timetable } from './rules.ts'

const weekdays: OpenHours['days'] = ['mon', 'tue', 'wed', 'thu', 'fri']
const openAt = (hours: OpenHours[], more: Partial<Timetable> = {}) => facilityWith(1, [], { timetables: [{ ...everyDay(more), hours }] })
const none = new Set<string>()
const said = (slots: Slot[]) => slots.map(({ start, end }) => `${timeFrom(start)}–${timeFrom(end)}`)
const [monday, saturday] = ['2026-11-16', '2026-11-21']

describe('the hours of a day', () => {
  const pool = openAt([
    { days: weekdays, opens: 360, closes: 720 },
    { days: weekdays, opens: 840, closes: 1320 },
    { days: ['sat'], opens: 480, closes: 1200 },
    { days: ['holiday'], opens: 600, closes: 1080 },
    { days: ['sat', 'sun'], opens: 540, closes: 1080, season: { from: '12-01', to: '02-28' } },
  ])

  it('are those of its weekday, in several parts when it closes in between', () => {
    expect(said(hoursShownOn(pool, monday, none))).toEqual(['06:00–12:00', '14:00–22:00'])
    expect(slotsOn(pool, monday, none)).toHaveLength(14)
    expect(said(hoursShownOn(pool, saturday, none))).toEqual(['08:00–20:00'])
  })

  it('are those of holidays on a holiday, and none on one that is closed, whichever was asked for first', () => {
    const hoursWith = (closed: boolean) => said(hoursShownOn(pool, monday, holidaysFrom([{ day: monday, closed }])))
    expect([hoursWith(false), hoursWith(true), hoursWith(false)]).toEqual([['10:00–18:00'], [], ['10:00–18:00']])
  })

  it('are none on a weekday without hours', () => expect(slotsOn(pool, '2026-11-22', none)).toEqual([]))

  it('are those of holidays on a holiday, and those of its weekday where there are none', () => {
    const holidays = new Set([monday])
    expect(said(hoursShownOn(pool, monday, holidays))).toEqual(['10:00–18:00'])
    const without = openAt([{ days: ['mon'], opens: 480, closes: 600 }])
    expect(said(slotsOn(without, monday, holidays))).toEqual(['08:00–09:00', '09:00–10:00'])
  })

  it('are those of the season while it lasts, over the new year too', () => {
    expect(said(hoursShownOn(pool, '2026-12-05', none)), 'a Saturday in December').toEqual(['09:00–18:00'])
    expect(said(hoursShownOn(pool, '2027-01-03', none)), 'a Sunday in January').toEqual(['09:00–18:00'])
    expect(slotsOn(pool, '2027-03-07', none), 'a Sunday in March').toEqual([])
    expect([isInSeason({ from: '12-01', to: '02-28' }, '2026-12-31'), isInSeason({ from: '04-01', to: '09-30' }, '2026-10-01')]).toEqual([
      true,
      false,
    ])
  })

  it('are those of the timetable that has begun last, and none before the first', () => {
    const early = { ...everyDay({ id: 1 }), from: '2026-11-01' }
    const late = { ...everyDay({ id: 2, opens: 600, slotMinutes: 90 }), from: monday }
    const hall = facilityWith(1, [], { timetables: [early, late] })
    expect(timetableOn(hall, '2026-10-31')).toBeUndefined()
    expect(slotsOn(hall, '2026-10-31', none)).toEqual([])
    expect(timetableOn(hall, '2026-11-15')).toBe(early)
    expect(slotsOn(hall, monday, none)[0]).toEqual({ start: 600, end: 690 })
  })

  it('never make overlapping slots, whatever the hours are', () => {
    const doubled = openAt([
      { days: ['mon'], opens: 480, closes: 630 },
      { days: ['mon'], opens: 570, closes: 720 },
    ])
    expect(said(slotsOn(doubled, monday, none))).toEqual(['08:00–09:00', '09:00–10:00', '10:00–11:00', '11:00–12:00'])
  })

  it('offer the sessions that lie within them, which count for no quota', () => {
    const sessions = [
      { start: 1080, end: 1320 },
      { start: 480, end: 720 },
    ]
    const field = openAt(
      [
        { days: ['mon'], opens: 480, closes: 1320 },
        { days: ['sat'], opens: 480, closes: 1080 },
      ],
      { sessions, slotMinutes: 240 },
    )
    expect(said(slotsOn(field, monday, none))).toEqual(['08:00–12:00', '18:00–22:00'])
    expect(said(slotsOn(field, saturday, none))).toEqual(['08:00–12:00'])
    expect(countsForQuota(field, monday)).toBe(false)
  })
})

describe('periods', () => {
  const pool = openAt([
    { days: ['mon'], opens: 360, closes: 720 },
    { days: ['mon'], opens: 780, closes: 1320 },
  ])
  const period = (from: number, to: number) => ({ start: momentAt(monday, from), end: momentAt(monday, to) })

  it('are whole slots without a gap', () => {
    expect(slotsIn(pool, period(600, 720), none)?.slots).toHaveLength(2)
    expect(slotsIn(pool, period(630, 720), none)).toBeUndefined()
    expect(slotsIn(pool, period(660, 840), none), 'over the closed hour').toBeUndefined()
    expect(slotsCovering(pool, { start: 660, end: 840 }, monday, none)).toBeUndefined()
  })
})

describe('the week', () => {
  it('has weekdays of the same hours together, and closed ones without hours', () => {
    const hall = openAt([
      { days: weekdays, opens: 360, closes: 1320 },
      { days: ['sat'], opens: 480, closes: 1200 },
    ])
    expect(weekOf(hall, '2026-11-19')).toEqual([
      { weekdays: [1, 2, 3, 4, 5], hours: [{ start: 360, end: 1320 }] },
      { weekdays: [6], hours: [{ start: 480, end: 1200 }] },
      { weekdays: [7], hours: [] },
    ])
  })
})

describe('the booking window', () => {
  const booking = { daysAhead: 7, opensAtMinute: 8 * 60 }
  it('gets one more day at the hour that the centre has set', () => {
    expect(lastOpenDay(new Date('2026-11-15T07:59:59+08:00'), booking)).toBe('2026-11-21')
    expect(lastOpenDay(new Date('2026-11-15T08:00:00+08:00'), booking)).toBe('2026-11-22')
    expect(openingOf('2026-11-22', booking)).toEqual(new Date('2026-11-15T08:00:00+08:00'))
    expect(lastOpenDay(new Date('2026-11-15T00:00:00+08:00'), { ...booking, opensAtMinute: 0 })).toBe('2026-11-22')
  })
})
