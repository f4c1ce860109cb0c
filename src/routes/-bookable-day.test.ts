import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { expect, it } from 'vitest'
import { bookableDay, dayToShow } from './-bookable-day.ts'

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

const evening = '2026-11-16T21:30:00+08:00'

/** Loads the schedule of a court whose last hour of the sixteenth begins at `last`, and notes the days that were asked for. */
function loader(last: string, openUntil = '2026-11-23') {
  const asked: string[] = []
  const load = async (day: string) => {
    asked.push(day)
    const [start, end] = [`2026-11-16T${last}:00:00+08:00`, `2026-11-16T${Number(last) + 1}:00:00+08:00`]
    const state = Date.parse(start) > Date.parse(evening) ? 'free' : 'past'
    const periods = [{ start, end, state, price: 300 }]
    return { serverTime: evening, openUntil, courts: [{ id: 1, name: '', periods }] } as unknown as ScheduleAnswer
  }
  return { asked, load }
}

it.each([
  ['today while an hour of it is to come', undefined, '22', '2026-11-23', '2026-11-16'],
  ['tomorrow when today is over', undefined, '20', '2026-11-23', '2026-11-17'],
  ['today when it is over but was asked for', '2026-11-16', '20', '2026-11-23', '2026-11-16'],
  ['today when it is the last day that can be booked', undefined, '20', '2026-11-16', '2026-11-16'],
])('shows %s', async (_, wanted, last, openUntil, shown) => {
  const { asked, load } = loader(last, openUntil)
  expect(await dayToShow(wanted, new Date(evening), load)).toBe(shown)
  expect(asked.at(-1)).toBe(shown)
})
