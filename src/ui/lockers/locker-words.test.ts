import { expect, it } from 'vitest'
import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { dayWord, daysLeftWords, lastDayIfPaid } from './locker-words.ts'

it('says how many days are left by the days of the centre, not by hours', () => {
  overwriteGetLocale(() => 'en')
  expect(daysLeftWords('2026-11-19', '2026-11-15T15:59:00Z')).toBe('4 days left')
  expect(daysLeftWords('2026-11-19', '2026-11-15T16:01:00Z'), 'past midnight in Taipei').toBe('3 days left')
  expect(daysLeftWords('2026-11-19', '2026-11-18T04:00:00Z')).toBe('1 day left')
  expect(daysLeftWords('2026-11-19', '2026-11-19T15:00:00Z')).toBe('today is the last day')
})

it('names a day, and the day of a moment', () => {
  overwriteGetLocale(() => 'en')
  expect(dayWord('2026-11-19')).toBe('Thu 19 Nov 2026')
  expect(dayWord('2026-11-18T16:30:00.000Z')).toBe('Thu 19 Nov 2026')
})

it('says before it is paid when a rental would end', () => {
  overwriteGetLocale(() => 'tw')
  // A minute before midnight in Taipei.
  expect(lastDayIfPaid('2026-11-15T15:59:00Z', 'month')).toContain('12月15日')
  expect(lastDayIfPaid('2026-11-15T16:00:00Z', 'half-year')).toContain('5月16日')
})
