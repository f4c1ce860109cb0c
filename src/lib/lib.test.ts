import { describe, expect, it } from 'vitest'
import { datedNumber, datedNumberPattern, hexFromLetters, randomLetters, toLetters } from './letter-codes.ts'
import { ownValue } from './own-value.ts'
import { minutes, overlaps, periodFrom } from './period.ts'
import { addDays, dayOf, daysBetween, daysFrom, isDay, minuteFrom, minuteOf, momentAt, timeFrom, weekdayOf } from './zone.ts'

const period = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) })

describe('a period', () => {
  const hour = period('2026-11-15T19:00:00+08:00', '2026-11-15T20:00:00+08:00')
  it('is half-open: the next one may begin where it ends', () => {
    expect(overlaps(hour, period('2026-11-15T20:00:00+08:00', '2026-11-15T21:00:00+08:00'))).toBe(false)
    expect(overlaps(hour, period('2026-11-15T19:59:59+08:00', '2026-11-15T21:00:00+08:00'))).toBe(true)
    expect(minutes(hour)).toBe(60)
  })
  it('is read from PostgreSQL', () => {
    expect(periodFrom('["2026-11-15 11:00:00+00","2026-11-15 12:00:00+00")')).toEqual(hour)
    expect(periodFrom('["2026-11-15 19:00:00+08","2026-11-15 20:00:00+08")')).toEqual(hour)
    expect(() => periodFrom('empty')).toThrow('half-open')
  })
})

describe('the centre’s days', () => {
  it('begin at midnight in Taipei, wherever the process runs', () => {
    expect(dayOf(new Date('2026-11-14T16:00:00Z'))).toBe('2026-11-15')
    expect(dayOf(new Date('2026-11-14T15:59:59Z'))).toBe('2026-11-14')
    expect(minuteOf(new Date('2026-11-15T11:30:00Z'))).toBe(19 * 60 + 30)
    expect(momentAt('2026-11-15', 19 * 60)).toEqual(new Date('2026-11-15T19:00:00+08:00'))
  })
  it('follow each other over months and leap years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-11-15', '2026-12-01')).toBe(16)
    expect(daysFrom('2026-11-15', '2029-03-02')).toEqual(Array.from({ length: 839 }, (_, n) => addDays('2026-11-15', n)))
    expect([daysFrom('2026-11-15', '2026-11-15'), daysFrom('2026-11-15', '2026-11-14')]).toEqual([['2026-11-15'], []])
    expect([weekdayOf('2026-11-15'), weekdayOf('2026-11-16')]).toEqual([7, 1])
  })
  it('are told from what only looks like one', () =>
    expect(['2026-02-29', '2026-13-01', '20261115', '0000-01-01', '9999-12-31', '2026-11-15'].map(isDay)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]))
  it('have minutes', () => expect([minuteFrom('06:30'), minuteFrom('22:00:00'), timeFrom(390)]).toEqual([390, 1320, '06:30']))
})

describe('own', () => {
  const table: Record<string, string> = { here: 'yes' }
  it('finds what the table has', () => expect(ownValue(table, 'here')).toBe('yes'))
  it.each(['constructor', '__proto__', 'valueOf', 'hasOwnProperty', 'there'])('does not find %s', (key) => {
    expect(ownValue(table, key)).toBeUndefined()
  })
})

describe('a code that people read', () => {
  it('has the day and seven letters, none of which is taken for another', () => {
    expect(datedNumber('F', '2026-11-15', new Uint8Array([0, 1, 31, 32, 255, 7, 8]))).toBe('F26111523Z2Z9A')
    expect(datedNumberPattern('F').test('F26111523Z2Z9A')).toBe(true)
    for (const wrong of ['R26111523Z2Z9A', 'F26111523Z2Z90', 'F26111523Z2Z9I', 'F26111523Z2Z9', 'F26111523Z2Z9A '])
      expect(datedNumberPattern('F').test(wrong)).toBe(false)
  })
  it('is as long as was asked for, or is not made at all', () => {
    expect(randomLetters(new Uint8Array(9), 6)).toBe('222222')
    expect(() => randomLetters(new Uint8Array(5), 6)).toThrow('6 letters')
  })
  it('keeps every bit of what it stands for', () => {
    const bytes = Uint8Array.from({ length: 26 }, (_, n) => (n * 37) % 256)
    expect(toLetters(bytes)).toMatch(/^[2-9A-HJ-NP-Z]{42}$/)
    expect(hexFromLetters(toLetters(bytes))).toBe(Buffer.from(bytes).toString('hex'))
    expect(hexFromLetters('')).toBeUndefined()
    expect(hexFromLetters('K7M3O')).toBeUndefined()
  })
})
