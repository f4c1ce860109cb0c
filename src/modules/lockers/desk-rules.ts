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

/** Longest over first: in this order people are called. */
export const byEnd = (a: { endsAt: Date | null }, b: { endsAt: Date | null }): number =>
  (a.endsAt?.getTime() ?? 0) - (b.endsAt?.getTime() ?? 0)
