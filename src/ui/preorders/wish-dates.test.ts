import { describe, expect, it } from 'vitest'
import { busiestWeek, datesOf, countDates, periodsByWeek, possibleDates, toggleDate, toggleSingle, withoutDates } from './wish-dates.ts'

// 2027-01-05 is a Tuesday.
const tuesdays = {
  venue2ndId: 3,
  start: '19:00',
  end: '21:00',
  weekly: { weekday: 2, from: '2027-01-01', to: '2027-01-31', except: ['2027-01-19'] },
}
const single = { venue2ndId: 3, start: '19:00', end: '21:00', dates: ['2027-01-14', '2027-01-07'] }

describe('which dates a line means', () => {
  it('every week of its stretch, both ends included, but for the exceptions', () => {
    expect(possibleDates(tuesdays)).toEqual(['2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26'])
    expect(datesOf(tuesdays)).toEqual(['2027-01-05', '2027-01-12', '2027-01-26'])
    const wholeWeeks = { ...tuesdays, weekly: { ...tuesdays.weekly, from: '2027-01-05', to: '2027-01-26', except: [] } }
    expect(datesOf(wholeWeeks)).toHaveLength(4)
  })
  it('single dates in the order of the calendar', () => {
    expect(datesOf(single)).toEqual(['2027-01-07', '2027-01-14'])
  })
  it('a date is taken out and put back', () => {
    const without = toggleDate(tuesdays, '2027-01-05')!
    expect(datesOf(without)).toEqual(['2027-01-12', '2027-01-26'])
    expect(datesOf(toggleDate(without, '2027-01-05')!)).toEqual(datesOf(tuesdays))
  })
  it('nothing is left of single dates when the last one is taken out', () => {
    expect(withoutDates(single, ['2027-01-07'])).toMatchObject({ dates: ['2027-01-14'] })
    expect(withoutDates(single, ['2027-01-07', '2027-01-14'])).toBeUndefined()
  })
  it('what was taken out already is not put back with the rest', () => {
    expect(datesOf(withoutDates(tuesdays, ['2027-01-19', '2027-01-05'])!)).toEqual(['2027-01-12', '2027-01-26'])
  })
})

it('closed days are not among the dates that lines ask for', () => {
  expect(countDates([tuesdays, single], () => [])).toBe(5)
  expect(countDates([tuesdays, single], ({ weekly }) => (weekly ? ['2027-01-12', '2027-01-19'] : []))).toBe(4)
})

describe('periods a week', () => {
  it('counts all lines together', () => {
    expect(periodsByWeek([tuesdays, single]).get('2027-01-04')).toBe(2)
    expect(busiestWeek([tuesdays, single])).toBe(2)
    expect(busiestWeek([tuesdays])).toBe(1)
    expect(busiestWeek([])).toBe(0)
  })
})

describe('single dates', () => {
  const place = { venue2ndId: 3, start: '19:00', end: '21:00' }
  it('of one court and time are one line', () => {
    const lines = toggleSingle(toggleSingle([], place, '2027-01-14'), place, '2027-01-07')
    expect(lines).toEqual([{ ...place, dates: ['2027-01-07', '2027-01-14'] }])
    expect(toggleSingle(lines, place, '2027-01-14')).toEqual([{ ...place, dates: ['2027-01-07'] }])
  })
  it('do not touch the weekly line of the same time', () => {
    expect(toggleSingle([tuesdays], place, '2027-02-02')).toEqual([tuesdays, { ...place, dates: ['2027-02-02'] }])
  })
})
