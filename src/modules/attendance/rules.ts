import type { Period } from '#lib/period.ts'
import { dayOf } from '#lib/zone.ts'
import { isGone, type Awaited, type OrderState } from '#modules/orders/rules.ts'

/** Attendance is whether somebody came for a paid period: they show or read out the code of their ticket, and staff check them in. */
/** Confirmed orders have a ticket and keep it when they are over. */
export const hasTicket = (state: OrderState): boolean => state !== 'awaiting-payment' && !isGone(state)

/** A typed ticket code, without its space. A scanned one is longer. */
export const typedCodePattern = /^[2-9A-HJ-NP-Z]{8}$/

/** A mobile or its end, as somebody at the door says it: four digits at least. Undefined for everything else. */
export function mobileIn(text: string): string | undefined {
  const digits = text.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return /^\d{4,15}$/.test(digits) && !typedCodePattern.test(digits) ? digits : undefined
}

/** A code as it is compared: spaces and dashes go, letters become capitals. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** K7M3 XQ9T: two halves are easier to read out and type. */
export const inHalves = (typed: string): string => `${typed.slice(0, 4)} ${typed.slice(4)}`

/**
 * What the day's list holds of an item's code: the first 32 bits of its SHA-256. Enough to recognise the code that is shown,
 * and too little to find it: a typed code has 40 bits, so 256 codes fit, and a scanned one has 80 secret bits.
 */
export const codeMarkInput = (itemId: string, code: string): string => `${itemId}:${code}`
export const codeMarkBytes = 4

export type CheckInRefusal =
  | { code: 'booking_cancelled' }
  | { code: 'booking_not_paid' }
  | { code: 'already_checked_in'; at: Date }
  | { code: 'booking_missed' }
  | { code: 'booking_parked' }
  | { code: 'check_in_too_early'; from: Date }
  | { code: 'booking_over' }
  /** The code is shown at the time of before; the booking is at another time by now. */
  | { code: 'booking_moved' }

export const checkInFrom = (start: Date, opensMinutes: number): Date => new Date(start.getTime() - opensMinutes * 60_000)

/** `at` is when the code was shown: for a door without a network that is earlier than now, and earlier than a no-show of meanwhile. */
export function whyNotCheckIn(
  orderState: OrderState,
  item: Awaited & { /** Periods of before it was moved. */ movedFrom?: readonly Period[] },
  opensMinutes: number,
  at: Date,
): CheckInRefusal | undefined {
  if (item.state === 'cancelled' || isGone(orderState)) return { code: 'booking_cancelled' }
  if (orderState === 'awaiting-payment') return { code: 'booking_not_paid' }
  if (item.checkedInAt) return { code: 'already_checked_in', at: item.checkedInAt }
  if (item.parkedAt) return { code: 'booking_parked' }
  if (item.missedAt && item.missedAt <= at) return { code: 'booking_missed' }
  const from = checkInFrom(item.start, opensMinutes)
  if (from <= at && at < item.end) return undefined
  if (item.movedFrom?.some(({ start, end }) => checkInFrom(start, opensMinutes) <= at && at < end)) return { code: 'booking_moved' }
  return item.end <= at ? { code: 'booking_over' } : { code: 'check_in_too_early', from }
}

/** A check-in can be undone for a minute. */
export const undoSeconds = 60
/** A door works without a network for an hour, and then has half an hour to report. */
export const reportWithinMinutes = 90

export type WithdrawMissedRefusal = { code: 'own_card' } | { code: 'not_missed' } | { code: 'missed_before_today' }

/** The desk withdraws a no-show on the day on which it was marked; later ones are appeals, which a manager decides. */
export function whyNotWithdrawMissed(
  { state, missedAt }: Pick<Awaited, 'state' | 'missedAt'>,
  isOwn: boolean,
  now: Date,
): WithdrawMissedRefusal | undefined {
  if (state === 'cancelled' || missedAt === null) return { code: 'not_missed' }
  if (isOwn) return { code: 'own_card' }
  return dayOf(missedAt) === dayOf(now) ? undefined : { code: 'missed_before_today' }
}

/** When the code was shown, as the door says: never later than now. Undefined when that was too long ago. */
export function reportedAt(said: Date | undefined, now: Date): Date | undefined {
  if (!said || said >= now) return now
  return now.getTime() - said.getTime() <= reportWithinMinutes * 60_000 ? said : undefined
}

export const mayUndo = (checkedInAt: Date, at: Date): boolean => at.getTime() - checkedInAt.getTime() <= undoSeconds * 1000
