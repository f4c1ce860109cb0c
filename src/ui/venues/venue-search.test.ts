import { describe, expect, it } from 'vitest'
import { closesBefore } from '#ui/availability/venue-results.tsx'
import { askedFor, daysToChoose, hoursToChoose, lengthsToChoose, parts, passes, rangeOf, sportsIn, withHour } from './venue-choices.ts'
import { readVenueSearch, wishOf } from './venue-search.ts'

describe('A9 what the address of the list says', () => {
  it('is what was pressed', () => {
    const search = { sport: 'badminton', place: 'indoor', mine: '1', date: '2026-11-21', from: '18:00', to: '22:00', minutes: '120' }
    expect(readVenueSearch(search)).toEqual(search)
  })
  it('is an hour where an older address names its start', () => {
    expect(readVenueSearch({ date: '2026-11-21', start: '19:00', minutes: '120' })).toMatchObject({ from: '19:00', to: '21:00' })
    expect(readVenueSearch({ date: '2026-11-21', start: '23:00', minutes: '120' })).toMatchObject({ from: '23:00', to: '24:00' })
  })
  it('loses what makes no sense', () => {
    expect(readVenueSearch({ sport: '<b>', place: 'moon', mine: 'yes', date: '2026-02-30', from: '7pm', minutes: '60' })).toEqual({})
    expect(readVenueSearch({ date: '2026-11-21', from: '7pm', to: '18:00', minutes: '17' })).toEqual({
      date: '2026-11-21',
      minutes: '60',
    })
    expect(readVenueSearch({ date: '2026-11-21', from: '19:00', to: '18:00' })).toEqual({ date: '2026-11-21', minutes: '60' })
  })
  it('is a wish once it has a day, a part of the day or a length; without a day, for any', () => {
    expect(wishOf(readVenueSearch({ sport: 'tennis', minutes: '60' }))).toBeUndefined()
    expect(wishOf(readVenueSearch({ minutes: '120' }))).toEqual({ date: 'any', minutes: 120 })
    expect(wishOf(readVenueSearch({ sport: 'tennis', from: '19:00', to: '22:00' }))).toEqual({
      date: 'any',
      from: '19:00',
      to: '22:00',
      minutes: 60,
      sport: 'tennis',
    })
    expect(wishOf(readVenueSearch({ place: 'outdoor', date: '2026-11-21', from: '07:00', to: '12:00', minutes: '120' }))).toEqual({
      date: '2026-11-21',
      from: '07:00',
      to: '12:00',
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

it('offers no length that nobody may book', () => {
  const [hourly, studio] = [{ sessions: [] }, { sessions: [{ start: '18:00', end: '22:00' }] }]
  expect([lengthsToChoose([hourly], 120), lengthsToChoose([hourly, studio], 120), lengthsToChoose([hourly], 240)]).toEqual([
    [60, 120],
    [60, 120, 240],
    [60, 120, 180, 240],
  ])
})

it('says when the last facility closes, where what was looked for ends later', () => {
  const halls = [{ closes: '22:00' }, { closes: '21:00' }]
  expect(closesBefore({ from: '21:00', minutes: 240 }, halls)).toBe('22:00')
  expect(closesBefore({ from: '21:00', minutes: 60 }, halls)).toBeUndefined()
  expect(closesBefore({ minutes: 240 }, halls)).toBeUndefined()
})

describe('A9 the part of the day', () => {
  const hours = ['06:00', '07:00', '12:00', '18:00', '21:00']
  it('ends where the centre closes', () => {
    expect(parts.map((part) => rangeOf(part, hours))).toEqual([
      { from: '06:00', to: '12:00' },
      { from: '12:00', to: '18:00' },
      { from: '18:00', to: '22:00' },
    ])
  })
  it('is an hour that was pressed, and as wide as the hours that are pressed after it', () => {
    const one = withHour({}, '18:00')
    expect(one).toEqual({ from: '18:00', to: '19:00' })
    expect([withHour(one, '20:00'), withHour(one, '17:00')]).toEqual([
      { from: '18:00', to: '21:00' },
      { from: '17:00', to: '19:00' },
    ])
    expect(withHour({ from: '18:00', to: '21:00' }, '19:00'), 'begins anew').toEqual({ from: '19:00', to: '20:00' })
  })
  it('and the length are asked for without a day, too', () => {
    expect(askedFor({ sport: 'tennis' }, { from: '18:00', to: '22:00' })).toEqual({
      sport: 'tennis',
      from: '18:00',
      to: '22:00',
      minutes: '60',
    })
    expect(askedFor({}, { minutes: '120' })).toEqual({ minutes: '120' })
    const search = { sport: 'tennis', date: '2026-11-20', from: '18:00', to: '22:00', minutes: '120' }
    expect(askedFor(search, { date: undefined })).toEqual({ ...search, date: undefined })
    expect(askedFor({ date: '2026-11-20', minutes: '60' }, { date: undefined }), 'an hour of any day is no question').toEqual({})
  })
})
