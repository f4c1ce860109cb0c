import { addDays, isDay, type Day } from '#lib/zone.ts'

/**
 * The state of what holds floor, as the board and the overview of all halls show it: by a colour, a sign and a word.
 * `held`: kept for somebody who was offered it. `club`: a date of a pre-order that has no order yet.
 */
export const floorStates = ['paid', 'in', 'unpaid', 'arrival', 'missed', 'held', 'club', 'closure'] as const
export type FloorState = (typeof floorStates)[number]

type Holder = {
  kind: 'booking' | 'club' | 'closure' | 'offer'
  booking: { paid: boolean; payAtDesk: boolean; checkedIn: boolean; missed: boolean } | null
}

export function floorStateOf({ kind, booking }: Holder): FloorState {
  if (kind === 'closure' || kind === 'club') return kind
  // Without a booking of its own: held for one that moves here once its difference is paid, or once its member takes what was offered.
  if (!booking) return 'held'
  if (booking.missed) return 'missed'
  if (booking.checkedIn) return 'in'
  if (booking.paid) return 'paid'
  return booking.payAtDesk ? 'arrival' : 'unpaid'
}

/** offered: a closure took its floor, and other floor was held for its member. returned: it has its own back. removed: the centre cancelled it. merged: its order came from a double of its member. */
export const momentKinds = [
  'placed',
  'confirmed',
  'checked-in',
  'missed',
  'moved',
  'parked',
  'offered',
  'returned',
  'removed',
  'closed',
  'merged',
] as const

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
