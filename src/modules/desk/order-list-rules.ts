import { addDays, isDay, type Day } from '#lib/zone.ts'

/** Names the last order of a page. Moments of PostgreSQL have microseconds, which a Date would cut off. */
export type OrderCursor = { micros: string; id: string }

export const orderCursorPattern = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const cursorOf = ({ micros, id }: OrderCursor): string => `${micros}.${id}`

export function cursorFrom(text: string): OrderCursor {
  const [micros = '', id = ''] = text.split('.')
  return { micros, id }
}

/** An hour of a weekday (1 is Monday) in a period. */
export type HourOfWeek = { from: Day; to: Day; weekday: number; hour: number }

/** Ten years, as long as insight looks back. */
const longestDays = 3660

export const hourText = ({ from, to, weekday, hour }: HourOfWeek): string => [from, to, weekday, hour].join('.')

/** Undefined: no such hour. */
export function hourFrom(text: string): HourOfWeek | undefined {
  const [, from = '', to = '', weekday, hour] = /^([\d-]{10})\.([\d-]{10})\.([1-7])\.(\d|1\d|2[0-3])$/.exec(text) ?? []
  if (!isDay(from) || !isDay(to) || to < from || to > addDays(from, longestDays)) return undefined
  return { from, to, weekday: Number(weekday), hour: Number(hour) }
}
