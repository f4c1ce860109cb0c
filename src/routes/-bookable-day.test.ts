import { expect, it } from 'vitest'
import { bookableDay } from './-bookable-day.ts'

const now = new Date('2026-11-16T00:30:00+08:00')

it.each([
  [undefined, '2026-11-16'],
  ['2026-11-18', '2026-11-18'],
  ['2026-11-15', '2026-11-16'],
  ['2026-02-30', '2026-11-16'],
  ['tomorrow', '2026-11-16'],
  ['2027-01-16', '2027-01-16'],
  ['2027-05-15', '2027-05-15'],
  ['2027-05-16', '2026-11-16'],
  ['2028-01-01', '2026-11-16'],
])('an address that asks for %s shows %s', (wanted, shown) => expect(bookableDay(wanted, now)).toBe(shown))
