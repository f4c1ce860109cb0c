import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { ownValue } from '#lib/own-value.ts'
import { momentAt, type Day } from '#lib/zone.ts'

const counted: Record<string, (input: { n: number }) => string> = {
  'table-tennis': m.venues_courts_table,
  pool: m.venues_courts_lane,
  studio: m.venues_courts_room,
  tatami: m.venues_courts_room,
  squash: m.venues_courts_squash,
  meeting: m.venues_courts_room,
  field: m.venues_courts_field,
}

/** Number of courts in the unit of the sport: 8 張球桌. */
export const sayCourts = (drawing: string, n: number): string => (ownValue(counted, drawing) ?? m.venues_courts_court)({ n })

export const sayDay = (day: Day): string => formatDay(momentAt(day, 12 * 60), getLocale())

export const sayAmount = (amount: number): string => (amount === 0 ? m.venues_zero() : formatMoney(amount))

/** Lowest price of one slot: NT$300 起／小時. */
export function sayPriceFrom({
  priceFrom,
  slotMinutes,
  sessions,
}: {
  priceFrom: number
  slotMinutes: number
  sessions: unknown[]
}): string {
  const price = sayAmount(priceFrom)
  if (sessions.length > 0) return m.venues_from_session({ price })
  return slotMinutes === 60 ? m.venues_from_hour({ price }) : m.venues_from_minutes({ price, n: slotMinutes })
}

/** Place of a facility: 球類館 2 樓 · 室內 */
export const sayPlace = ({ place, indoor }: { place: string; indoor: boolean }): string =>
  `${place}\u00a0· ${indoor ? m.venues_indoor() : m.venues_outdoor()}`

export const sayHours = ({ start, end }: { start: string; end: string }): string => `${start}–${end}`

export const saySessions = (sessions: { start: string; end: string }[]): string =>
  sessions.map(sayHours).join(getLocale() === 'tw' ? '、' : ', ')

export const sayLength = (minutes: number): string => (minutes === 60 ? m.venues_hour_one() : m.venues_hours({ n: minutes / 60 }))

export const sayList = (names: string[]): string => names.join(getLocale() === 'tw' ? '、' : ', ')
