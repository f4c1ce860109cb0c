import type { Words } from '#i18n/words.ts'
import { addDays, dayOf, daysBetween, momentAt, type Day } from '#lib/zone.ts'

/**
 * A rental is one member's use of one locker: reserved while it awaits payment, active until the locker is returned or
 * cleared. Members pay by term, some months that the locker's size is offered for; a renewal is one more term. An overdue rental stays active:
 * things are still inside, so nobody else can rent the locker.
 */
export type { Words }
export type LockerSize = string
/** A term by its months, as it is written in JSON and in the database: month, 3-months, half-year, 12-months. */
export type Term = 'month' | 'half-year' | `${number}-months`
export type RentalState = 'reserved' | 'active' | 'returned' | 'lapsed' | 'cleared'
/** The state shown, which also depends on the clock. */
export type RentalStatus = RentalState | 'expiring' | 'overdue'

/** Columns of a cabinet; on a phone the cabinets of a wall are stacked. */
export const cabinetColumns = 5

export const termPattern = /^(month|half-year|([2-5]|[7-9]|1[0-2])-months)$/

export const termOf = (months: number): Term => (months === 1 ? 'month' : months === 6 ? 'half-year' : `${months}-months`)
export const monthsOf = (term: Term): number => (term === 'month' ? 1 : term === 'half-year' ? 6 : Number.parseInt(term, 10))

/** A wall of the changing hall with lockers of one size. */
export type Wall = { wall: string; size: LockerSize; columns: number; rows: number }

export const lockerNumbers = ({ wall, columns, rows }: Omit<Wall, 'size'>): string[] =>
  Array.from({ length: columns * rows }, (_, n) => `${wall}${String(n + 1).padStart(2, '0')}`)

/** Cabinet after cabinet along a wall, each read by rows: A01 to A20 stand left of A21 to A40. The last cabinet may be narrower. */
export function lockersOf(wall: Wall): { number: string; size: LockerSize; wall: string; col: number; row: number }[] {
  return lockerNumbers(wall).map((number, n) => {
    const cabinet = Math.floor(n / (cabinetColumns * wall.rows))
    const width = Math.min(cabinetColumns, wall.columns - cabinet * cabinetColumns)
    const within = n - cabinet * cabinetColumns * wall.rows
    return {
      number,
      size: wall.size,
      wall: wall.wall,
      col: cabinet * cabinetColumns + (within % width) + 1,
      row: Math.floor(within / width) + 1,
    }
  })
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** Rent counts whole days and starts after the day of payment: paid on the 15th, it ends with the 15th. */
export const endOfTerm = (lastDay: Day, term: Term): Date => momentAt(addDays(addMonths(lastDay, monthsOf(term)), 1), 0)

export const lastDayOf = (endsAt: Date): Day => dayOf(new Date(endsAt.getTime() - 1))

export const endAfterRenewal = (endsAt: Date, term: Term): Date => endOfTerm(lastDayOf(endsAt), term)

/** Payment deadline: some days, for a renewal at most the end of the current term. */
export function payBefore(payDays: number, endsAt: Date | null, now: Date): Date {
  const days = new Date(now.getTime() + payDays * 86_400_000)
  return endsAt !== null && endsAt < days ? endsAt : days
}

export const renewableFrom = (endsAt: Date, renewDays: number): Date => momentAt(addDays(lastDayOf(endsAt), 1 - renewDays), 0)

/** Days overdue: 1 on the first day after the end. */
export const daysOverdue = (endsAt: Date, now: Date): number => Math.max(0, daysBetween(lastDayOf(endsAt), dayOf(now)))

/** Number of reminders due by now; `remindDays` are the days overdue on which one is sent. */
export const remindersDue = (endsAt: Date, remindDays: readonly number[], now: Date): number =>
  remindDays.filter((days) => daysOverdue(endsAt, now) >= days).length

/** From this moment, after the reminders, staff may clear the locker. */
export const clearableFrom = (endsAt: Date, clearDays: number): Date => momentAt(addDays(lastDayOf(endsAt), clearDays), 0)

/** `isWaiting`: an order of it awaits payment. */
export function statusOf(
  { state, endsAt, isWaiting }: { state: RentalState; endsAt: Date | null; isWaiting: boolean },
  renewDays: number,
  now: Date,
): RentalStatus {
  if (state === 'reserved') return isWaiting ? 'reserved' : 'lapsed'
  if (state !== 'active' || endsAt === null) return state
  if (endsAt <= now) return 'overdue'
  return renewableFrom(endsAt, renewDays) <= now ? 'expiring' : 'active'
}

export type RenewRefusal =
  | { code: 'locker_not_active' }
  | { code: 'renew_too_early'; from: Date }
  | { code: 'locker_overdue' }
  | { code: 'renewal_waiting'; orderNo: string }

export function whyNotRenew(
  { state, endsAt, waitingOrderNo }: { state: RentalState; endsAt: Date | null; waitingOrderNo: string | null },
  renewDays: number,
  now: Date,
): RenewRefusal | undefined {
  if (state !== 'active' || endsAt === null) return { code: 'locker_not_active' }
  if (endsAt <= now) return { code: 'locker_overdue' }
  const from = renewableFrom(endsAt, renewDays)
  if (from > now) return { code: 'renew_too_early', from }
  return waitingOrderNo === null ? undefined : { code: 'renewal_waiting', orderNo: waitingOrderNo }
}

export type PaidTerm = { id: string; orderId: string; price: number; deposit: number; startsAt: Date }
export type GoesBack = { orderId: string; amount: number; reason: 'deposit' | 'given-back'; cause: string }

/** Refunds of a return: the deposit, and terms that have not begun. */
export const whatGoesBack = (paid: PaidTerm[], now: Date): GoesBack[] =>
  paid.flatMap(({ id, orderId, price, deposit, startsAt }) => [
    ...(deposit > 0 ? [{ orderId, amount: deposit, reason: 'deposit' as const, cause: `deposit:${id}` }] : []),
    ...(startsAt > now ? [{ orderId, amount: price, reason: 'given-back' as const, cause: `given-back:${id}` }] : []),
  ])

/** What a locker is to the desk. over: its rental has ended, and things are still inside. */
export const deskStatuses = ['free', 'reserved', 'rented', 'ending', 'over', 'out-of-order'] as const
export type DeskStatus = (typeof deskStatuses)[number]

type Locker = { isOutOfOrder: boolean; rental: { state: RentalState; endsAt: Date | null } | null }

/** A rental that is in force, if any, decides; a locker that is out of order has none. */
export function deskStatusOf({ isOutOfOrder, rental }: Locker, renewDays: number, now: Date): DeskStatus {
  if (!rental) return isOutOfOrder ? 'out-of-order' : 'free'
  const status = statusOf({ ...rental, isWaiting: true }, renewDays, now)
  if (status === 'overdue') return 'over'
  return status === 'expiring' ? 'ending' : status === 'reserved' ? 'reserved' : 'rented'
}

/** What came of a call. */
export const callOutcomes = ['reached', 'promised', 'no-answer', 'wrong-number'] as const
export type CallOutcome = (typeof callOutcomes)[number]

type Listed = { number: string; status: DeskStatus; rental: { daysOver: number } | null }

/** Those whose rental is over, the longest first: in this order they are called. */
export const whoIsOver = <L extends Listed>(lockers: readonly L[]): (L & { rental: NonNullable<L['rental']> })[] =>
  lockers
    .filter((locker): locker is L & { rental: NonNullable<L['rental']> } => locker.status === 'over' && locker.rental !== null)
    .toSorted((a, b) => b.rental.daysOver - a.rental.daysOver || a.number.localeCompare(b.number))
