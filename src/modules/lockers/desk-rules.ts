import { statusOf, type RentalState } from './rules.ts'

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
