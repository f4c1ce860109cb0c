import { expect, it } from 'vitest'
import { publicHolidaysOf } from './taiwan-holidays.ts'

const daysOf = (year: number) => publicHolidaysOf(year).map(({ day }) => day.slice(5))

it('has the holidays of 2026 as the government’s calendar has them', () => {
  expect(daysOf(2026).join(' ')).toBe(
    '01-01 02-15 02-16 02-17 02-18 02-19 02-20 02-27 02-28 04-03 04-04 ' +
      '04-05 04-06 05-01 06-19 09-25 09-28 10-09 10-10 10-25 10-26 12-25',
  )
  expect(publicHolidaysOf(2026).find(({ day }) => day === '2026-02-20')!.name.tw).toBe('小年夜補假')
})

it('makes up for weekends: before a Saturday, after a Sunday, after the lunar new year, and in December for the first of January', () => {
  expect(daysOf(2027).join(' ')).toBe(
    '01-01 02-04 02-05 02-06 02-07 02-08 02-09 02-10 02-28 03-01 04-04 04-05 ' +
      '04-06 04-30 05-01 06-09 09-15 09-28 10-10 10-11 10-25 12-24 12-25 12-31',
  )
})

it('keeps Children’s Day beside Tomb Sweeping Day where both fall on one, and says nothing about years that it does not know', () => {
  expect(daysOf(2028).filter((day) => day.startsWith('04'))).toEqual(['04-03', '04-04'])
  expect(publicHolidaysOf(2040)).toEqual([])
})
