import { describe, expect, it } from 'vitest'
import type { TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import { hoursOn, seasonsOf, slotCount, toggleDay, weekOf } from './edit-hours.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const timetable: TimetableFile = {
  from: '2026-01-01',
  slotMinutes: 60,
  sessions: [],
  hours: [
    { days: [...weekdays], opens: '08:00', closes: '22:00' },
    { days: ['sat', 'holiday'], opens: '10:00', closes: '18:00' },
    { days: ['mon'], opens: '06:00', closes: '12:00', season: { from: '12-01', to: '02-15' } },
  ],
}
const on = (day: string, holiday?: { closed?: true }) => hoursOn(timetable, day, holiday).map(({ opens, closes }) => `${opens}-${closes}`)

describe('the hours of a day', () => {
  it('are those of its weekday; a day without an entry is closed', () => {
    expect(on('2026-11-16')).toEqual(['08:00-22:00'])
    expect(on('2026-11-21')).toEqual(['10:00-18:00'])
    expect(on('2026-11-22')).toEqual([])
  })

  it('are those of holidays on a holiday, if there are any', () => {
    expect(on('2026-11-16', {})).toEqual(['10:00-18:00'])
    expect(hoursOn({ ...timetable, hours: [timetable.hours[0]!] }, '2026-11-16', {})).toHaveLength(1)
  })

  it('are none on a holiday on which the centre is closed', () => {
    expect(on('2026-11-16', { closed: true })).toEqual([])
  })

  it('are those of the season that contains it, also across the new year; other weekdays keep theirs', () => {
    expect(on('2026-12-07')).toEqual(['06:00-12:00'])
    expect(on('2027-02-15')).toEqual(['06:00-12:00'])
    expect(on('2027-02-22')).toEqual(['08:00-22:00'])
    expect(on('2026-12-08')).toEqual(['08:00-22:00'])
  })
})

it('seasons are drawn each by itself', () => {
  expect(seasonsOf(timetable)).toEqual([undefined, { from: '12-01', to: '02-15' }])
  expect(weekOf(timetable, undefined).get('mon')).toEqual([{ from: 480, to: 1320 }])
  expect(weekOf(timetable, { from: '12-01', to: '02-15' }).get('mon')).toEqual([{ from: 360, to: 720 }])
})

it('days stay in the order of the week', () => {
  expect(toggleDay(['sat', 'holiday'], 'mon')).toEqual(['mon', 'sat', 'holiday'])
  expect(toggleDay(['mon', 'sat'], 'mon')).toEqual(['sat'])
})

it('slots of a day are whole ones, or the fixed sessions', () => {
  expect(slotCount(timetable, [{ from: 480, to: 1350 }])).toBe(14)
  expect(slotCount({ ...timetable, sessions: ['08:00-12:00', '13:00-17:00'] }, [])).toBe(2)
  expect(slotCount({ ...timetable, slotMinutes: 0 }, [{ from: 0, to: 60 }])).toBe(0)
})
