import { describe, expect, it } from 'vitest'
import { closesBefore } from '#ui/availability/venue-results.tsx'
import { daysToChoose, hoursToChoose, isLentAt, lengthsToChoose, passes, sportsIn } from './venue-choices.ts'
import { readVenueSearch, wishOf } from './venue-search.ts'

describe('A9 what the address of the list says', () => {
  it('is what the form sent', () => {
    expect(readVenueSearch({ sport: 'badminton', place: 'indoor', date: '2026-11-21', start: '19:00', minutes: '120' })).toEqual({
      sport: 'badminton',
      place: 'indoor',
      date: '2026-11-21',
      start: '19:00',
      minutes: '120',
    })
  })
  it('loses what makes no sense', () => {
    expect(readVenueSearch({ sport: '<b>', place: 'moon', date: '2026-02-30', start: '19:00', minutes: '60' })).toEqual({})
    expect(readVenueSearch({ date: '2026-11-21', start: '7pm', minutes: '17' })).toEqual({
      date: '2026-11-21',
      start: '19:00',
      minutes: '60',
    })
  })
  it('is a wish once it has a day', () => {
    expect(wishOf(readVenueSearch({ sport: 'tennis', start: '19:00', minutes: '60' }))).toBeUndefined()
    expect(wishOf(readVenueSearch({ place: 'outdoor', date: '2026-11-21', start: '07:00', minutes: '120' }))).toEqual({
      date: '2026-11-21',
      start: '07:00',
      minutes: 120,
      indoor: false,
    })
  })
})

describe('the choices', () => {
  const hall = { sports: ['badminton'], indoor: true, opens: '08:00', closes: '21:00' }
  const yard = { sports: ['basketball', 'volleyball'], indoor: false, opens: '06:00', closes: '22:00' }
  it('are each sport once', () => expect(sportsIn([hall, yard, hall])).toEqual(['badminton', 'basketball', 'volleyball']))
  it('find a facility by each of its sports', () => {
    expect(passes(yard, { sport: 'volleyball' })).toBe(true)
    expect(passes(yard, { sport: 'volleyball', place: 'indoor' })).toBe(false)
  })
  it('are the open days, and the day that was asked for', () => {
    expect(daysToChoose('2026-11-15', '2026-11-17', undefined)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17'])
    expect(daysToChoose('2026-11-15', '2026-11-16', '2026-12-01')).toEqual(['2026-11-15', '2026-11-16', '2026-12-01'])
  })
  it('are the hours at which anything is open', () => {
    const hours = hoursToChoose([hall, yard])
    expect([hours[0], hours.at(-1), hours.length]).toEqual(['06:00', '21:00', 16])
  })
})

it('A1 an hour before opening, after closing, between sessions or on a closed day is not lent', () => {
  const byHour = { closedToday: null, hoursToday: [{ start: '06:00', end: '22:00' }], sessions: [] }
  expect(['05:00', '06:00', '21:00', '22:00'].map((time) => isLentAt(byHour, time))).toEqual([false, true, true, false])
  const bySession = {
    ...byHour,
    sessions: [
      { start: '08:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ],
  }
  expect(['08:00', '12:00', '13:00', '21:00'].map((time) => isLentAt(bySession, time))).toEqual([true, false, true, false])
  expect(isLentAt({ ...byHour, closedToday: '清洗' }, '10:00')).toBe(false)
})

it('offers no length that nobody may book', () => {
  const [hourly, studio] = [{ sessions: [] }, { sessions: [{ start: '18:00', end: '22:00' }] }]
  expect([lengthsToChoose([hourly], 120), lengthsToChoose([hourly, studio], 120), lengthsToChoose([hourly], 240)]).toEqual([
    [60, 120],
    [60, 120, 240],
    [60, 120, 240],
  ])
})

it('says when the last facility closes, where what was looked for ends later', () => {
  const wanted = (start: string, end: string) => ({ start: `2026-11-21T${start}:00+08:00`, end: `2026-11-${end}:00+08:00` })
  const halls = [{ closes: '22:00' }, { closes: '21:00' }]
  expect(closesBefore(wanted('21:00', '22T01:00'), halls)).toBe('22:00')
  expect(closesBefore(wanted('21:00', '21T22:00'), halls)).toBeUndefined()
})
