import type { CounterScheduleAnswer } from '#modules/desk/counter-wire.ts'
import { aDay, anId, anyWords, fitting, readAddress } from '#ui/staff/kit/address.ts'

/** What the counter shows, in the address: `/staff/counter?facility=BAD&court=A1&day=2026-11-20&from=19:00&to=20:00&person=ID`. */
export type CounterSearch = {
  facility?: string | undefined
  court?: string | undefined
  day?: string | undefined
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
}

const aTime = fitting(/^([01]\d|2[0-4]):[0-5]\d$/)

export function counterView(search: CounterSearch, today: string) {
  const { facility, court, day, from, to, person } = readAddress<CounterSearch>(search, {
    facility: anyWords(40),
    court: anyWords(40),
    day: aDay,
    from: aTime,
    to: aTime,
    person: anId,
  })
  return { facility, court, day: day ?? today, from, to, person }
}
export type CounterView = ReturnType<typeof counterView>

/** Whether nothing of the day can be sold any more because its hours have passed. */
export const isOver = ({ courts }: Pick<CounterScheduleAnswer, 'courts'>): boolean => {
  const cells = courts.flatMap((court) => court.cells)
  return cells.some(({ state }) => state === 'past') && cells.every(({ state }) => state === 'past' || state === 'closed')
}
