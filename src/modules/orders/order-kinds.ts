import type { DbOrTrx, Trx } from '#db/connect.ts'
import * as m from '#i18n/generated/messages.js'
import type { Words } from '#i18n/words.ts'
import type { Locale } from '#i18n/languages.ts'
import { freeSpaces, keepSpaces, retakeSpaces } from '#modules/availability/store.ts'
import type { PlainLine } from './line-rules.ts'
import type { ExpiredOrder, LockedOrder } from './order-store.ts'
import { settleSupplement } from './settle-supplement.ts'

/** What an order is for, by its `kind`: a record of the module that sells it. */
export type OrderKind = {
  /** What people call it. */
  title(locale: Locale): string
  /** Name of the icon that stands for its lines without floor. */
  icon: string
  /** It is about floor: there are tickets, a calendar and a contact, and people read of bookings. */
  isBooking: boolean
  /** It is paid besides another order, for a booking that was moved. */
  isTopUp: boolean
  /** Page on which its member finds what was bought, where that is not the order's own. */
  page: { path: string; label(locale: Locale): string } | undefined
  /** Takes what was paid for, however late; false when it is gone, and the payment is owed back. In the payment's transaction, with the order locked. */
  settle(trx: Trx, order: LockedOrder, now: Date): Promise<boolean>
  /** Called with orders of the kind that were not paid in time, in the transaction that expires them. */
  expire(trx: Trx, expired: readonly ExpiredOrder[], now: Date): Promise<void>
  /** Whether an order that is not paid in time gives its member a point. */
  pointWhenUnpaid: boolean
  /** Whether an order without periods can be paid by a bank or store number. Periods have rules for it. */
  byNumber: boolean
  /** How lines without floor go back when their member asks. Lines with floor go back by the terms of their facility. */
  giveBack: GiveBack | undefined
}
export type OrderKinds = Readonly<Record<string, OrderKind>>

/** What goes back for a line at this moment, until when, and why so much. */
export type LineTerms = { lineId: string; percent: number; until: Date; reason: Words }
export type GiveBack = {
  /** A line that is not among the answered stays. */
  terms(db: DbOrTrx, orderId: string, lines: readonly PlainLine[], now: Date): Promise<LineTerms[]>
  /** Takes back what was bought with these lines. In the transaction of the refund, with the order locked. */
  take(trx: Trx, orderId: string, lineIds: string[], now: Date): Promise<void>
}

/** Makes the floor of a paid booking permanent: what it still holds, or what is free again. False when any of it is gone. */
export async function takeForGood(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  // A parked item has no spaces: it waits for staff, and stays paid for.
  const items = order.items.filter(({ parked }) => !parked)
  // The hold of a period that the desk sells after its start goes on until it ends.
  const isHeld = order.payBefore !== null && order.payBefore > now
  if (order.items.length === 0 || (!isHeld && items.some(({ period }) => period.start <= now))) return false
  const ids = items.map(({ id }) => id)
  const expected = items.reduce((sum, { spaces }) => sum + spaces, 0)
  // Makes held rows permanent first, so that a concurrent order cannot clear them as lapsed.
  if ((await keepSpaces(trx, ids)) === expected) return true
  const isTaken = await retakeSpaces(trx, items, order.memberId, now)
  if (!isTaken) await freeSpaces(trx, ids, now)
  return isTaken
}

/** The floor of bookings comes free by itself. */
const nothingElse = async (): Promise<void> => {}

/** What kinds of orders of courts have in common. */
export const ofFloor = {
  icon: 'court',
  isBooking: true,
  isTopUp: false,
  page: undefined,
  expire: nothingElse,
  byNumber: false,
  giveBack: undefined,
}

/** Bookings of members, and the difference after a move. */
export const bookingKinds = {
  venue: { ...ofFloor, title: (locale: Locale) => m.order_kind_venue({}, { locale }), settle: takeForGood, pointWhenUnpaid: true },
  supplement: {
    ...ofFloor,
    title: (locale: Locale) => m.order_kind_top_up({}, { locale }),
    isTopUp: true,
    settle: settleSupplement,
    pointWhenUnpaid: false,
  },
} as const satisfies OrderKinds

/** The record of a kind. None is an error, so that no payment is taken for what nobody can settle. */
export function kindIn(kinds: OrderKinds, kind: string): OrderKind {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!found) throw new Error(`No module sells orders of the kind ${kind}.`)
  return found
}
