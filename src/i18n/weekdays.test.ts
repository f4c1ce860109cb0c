import { expect, it } from 'vitest'
import { sayTime, weekdayName, weekdayShort, weekdayText } from './weekdays.ts'

it('says the day of the week', () => {
  expect([weekdayName('2026-11-14', 'tw'), weekdayName('2026-11-15', 'en')]).toEqual(['週六', 'Sunday'])
  expect([weekdayShort('2026-11-14', 'tw'), weekdayShort('2026-11-15', 'en')]).toEqual(['六', 'Sun'])
  expect([weekdayText(2, 'tw'), weekdayText(7, 'en')]).toEqual(['二', 'Sunday'])
})

it('says the time of day', () => {
  expect([sayTime(1140, 'tw'), sayTime(1170, 'tw'), sayTime(570, 'en')]).toEqual(['19 點', '19 點 30 分', '09:30'])
})
