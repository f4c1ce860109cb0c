import { dayOf } from '#lib/zone.ts'
import type { TicketAnswer } from '#modules/orders/wire.ts'

export type TicketItemAnswer = TicketAnswer['items'][number]
export type TicketDay = { day: string; items: TicketItemAnswer[] }

/** Day by day: whoever stands at the desk shows what is for today, and not a season of codes. */
export function ticketDays(items: TicketItemAnswer[]): TicketDay[] {
  const byDay = Map.groupBy(items, ({ start }) => dayOf(new Date(start)))
  return [...byDay].map(([day, ofDay]) => ({ day, items: ofDay })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** The one that is asked for, else the next for which there is something to show, else the last. */
export const chosenDay = (days: TicketDay[], asked: string | undefined): TicketDay | undefined =>
  days.find(({ day }) => day === asked) ?? days.find(({ items }) => items.some(({ code }) => code !== null)) ?? days.at(-1)
