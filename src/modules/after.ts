import type { Day } from '#lib/zone.ts'

/**
 * Announces that availability of these facilities has changed: on these days, or on whichever day when none are given. Called
 * after the commit; never waits, never fails.
 */
export type AnnounceChange = (facilityIds: Iterable<number>, days?: readonly Day[]) => void

/** What follows a commit, by what has happened. Never waits, never fails: what is lost with the process is done by the next minute's jobs. */
export type After = {
  /** Floor was taken, and none came free: open grids are told. */
  floorTaken: AnnounceChange
  /** Floor was taken or came free: open grids are told, and what came free is offered to those who wait. */
  floorChanged: AnnounceChange
  /** The same, and people are to be told by mail or text. */
  bookingsChanged: AnnounceChange
  /** The same, and something may be owed back. */
  moneyOwed: AnnounceChange
  /** People are to be told by mail or text, and no floor has changed. */
  lettersDue(): void
  /** Invoices of an order may have to follow its money. */
  invoicesDue(): void
  /** Something may be owed back, or a refund was decided. */
  refundsDue(): void
}
