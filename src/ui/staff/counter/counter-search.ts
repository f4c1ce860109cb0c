import { isDay } from '#lib/zone.ts'
import type { CounterScheduleAnswer } from '#modules/desk/counter-wire.ts'

/** What the counter shows, in the address: `/staff/counter?facility=BAD&court=A1&day=2026-11-20&from=19:00&to=20:00&person=ID`. */
export type CounterSearch = {
  facility?: string | undefined
  court?: string | undefined
  day?: string | undefined
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const timePattern = /^([01]\d|2[0-4]):[0-5]\d$/

const asText = (value: unknown): string | undefined => {
  const text = String(value ?? '').trim()
  return text === '' ? undefined : text.slice(0, 40)
}

/** Values of a mistyped address are left out. */
export function counterView(search: CounterSearch, today: string) {
  const [day, person, from, to] = [asText(search.day), asText(search.person), asText(search.from), asText(search.to)]
  return {
    facility: asText(search.facility),
    court: asText(search.court),
    day: day && isDay(day) ? day : today,
    from: from && timePattern.test(from) ? from : undefined,
    to: to && timePattern.test(to) ? to : undefined,
    person: person && idPattern.test(person) ? person : undefined,
  }
}
export type CounterView = ReturnType<typeof counterView>

/** Whether nothing of the day can be sold any more because its hours have passed. */
export const isOver = ({ courts }: Pick<CounterScheduleAnswer, 'courts'>): boolean => {
  const cells = courts.flatMap((court) => court.cells)
  return cells.some(({ state }) => state === 'past') && cells.every(({ state }) => state === 'past' || state === 'closed')
}
