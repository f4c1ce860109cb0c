import { expect, it } from 'vitest'
import { nextLike, withoutRepeats } from './last-week-rules.ts'

const period = (day: string) => ({ start: new Date(`2026-11-${day}T19:00:00+08:00`), end: new Date(`2026-11-${day}T21:00:00+08:00`) })

it.each([
  ['a week later', '16', '2026-11-20T10:00:00+08:00', '23'],
  ['on the day itself while it has not begun', '13', '2026-11-20T18:59:00+08:00', '20'],
  ['in the week after once it has begun', '13', '2026-11-20T19:00:00+08:00', '27'],
  ['in the coming week after a long time', '02', '2026-11-20T10:00:00+08:00', '23'],
  ['a week after one that is still to come', '22', '2026-11-20T10:00:00+08:00', '29'],
])('the same weekday and hours come again %s', (_, day, now, again) => {
  expect(nextLike(period(day), new Date(now))).toEqual(period(again))
})

it('what was booked in several weeks comes again once', () => {
  const booked = (day: string, courtId: number) => ({ orderNo: 'F261101AAAAAAA', total: 500, courtId, period: period(day) })
  const [first, other, repeat, ofAnotherDay] = [booked('02', 1), booked('09', 2), booked('09', 1), booked('10', 1)] as const
  expect(withoutRepeats([first, other, repeat, ofAnotherDay], new Date('2026-11-20T10:00:00+08:00'))).toEqual([first, other, ofAnotherDay])
})
