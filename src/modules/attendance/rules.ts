import { isGone, type Awaited, type OrderState } from '#modules/orders/rules.ts'

/** Attendance is whether somebody came for a paid period: they show or read out the code of their ticket, and staff check them in. */
/** Confirmed orders have a ticket and keep it when they are over. */
export const hasTicket = (state: OrderState): boolean => state !== 'awaiting-payment' && !isGone(state)

/** A typed ticket code, without its space. A scanned one is longer. */
export const typedCodePattern = /^[2-9A-HJ-NP-Z]{8}$/

/** K7M3 XQ9T: two halves are easier to read out and type. */
export const inHalves = (typed: string): string => `${typed.slice(0, 4)} ${typed.slice(4)}`

export type CheckInRefusal =
  | { code: 'booking_cancelled' }
  | { code: 'booking_not_paid' }
  | { code: 'already_checked_in'; at: Date }
  | { code: 'booking_missed' }
  | { code: 'check_in_too_early'; from: Date }
  | { code: 'booking_over' }

export const checkInFrom = (start: Date, opensMinutes: number): Date => new Date(start.getTime() - opensMinutes * 60_000)

export function whyNotCheckIn(orderState: OrderState, item: Awaited, opensMinutes: number, now: Date): CheckInRefusal | undefined {
  if (item.state === 'cancelled' || isGone(orderState)) return { code: 'booking_cancelled' }
  if (orderState === 'awaiting-payment') return { code: 'booking_not_paid' }
  if (item.checkedInAt) return { code: 'already_checked_in', at: item.checkedInAt }
  if (item.missedAt) return { code: 'booking_missed' }
  if (item.end <= now) return { code: 'booking_over' }
  const from = checkInFrom(item.start, opensMinutes)
  return from > now ? { code: 'check_in_too_early', from } : undefined
}
