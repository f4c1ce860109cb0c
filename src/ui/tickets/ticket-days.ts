import { dayOf } from '#lib/zone.ts'
import type { TicketAnswer } from '#modules/attendance/wire.ts'

export type TicketItemAnswer = TicketAnswer['items'][number]
export type TicketHall = TicketAnswer['halls'][number]
export type TicketDay = { day: string; items: TicketItemAnswer[] }

/** Items by day: the check-in desk needs today's codes, not those of a whole season. */
export function ticketDays(items: TicketItemAnswer[]): TicketDay[] {
  const byDay = Map.groupBy(items, ({ start }) => dayOf(new Date(start)))
  return [...byDay].map(([day, ofDay]) => ({ day, items: ofDay })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** The requested day, else the next one with a valid code, else the last. */
export const chosenDay = (days: TicketDay[], asked: string | undefined): TicketDay | undefined =>
  days.find(({ day }) => day === asked) ?? days.find(({ items }) => items.some(({ code }) => code !== null)) ?? days.at(-1)
