import { letterAddress } from '#modules/accounts/club-store.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { sql } from 'kysely'
import { z } from 'zod'

const kinds = [
  'placed',
  'offered',
  'offered-text',
  'number-issued',
  'confirmed',
  'expiring',
  'expired',
  'cancelled',
  'venue-cancelled',
  'venue-cancelled-text',
  'reminder',
  'moved',
  'moved-soon',
  'alternative',
  'alternative-text',
  'reopened',
  'reopened-text',
  'reopened-guest',
] as const
export type OrderEvent = (typeof kinds)[number]

/** Outbox payload of an event; `subject` is the id of what the event is about. */
export const OrderPayload = z.object({
  kind: z.enum(kinds),
  itemId: z.uuid().optional(),
  /** Of `venue-cancelled`, `alternative` and `reopened`: the closure that took the floor. */
  closureId: z.uuid().optional(),
  /** Of `venue-cancelled`: why, where no closure says it. */
  reason: z.object({ tw: z.string(), en: z.string() }).optional(),
  /** Of `moved`: where the booking was, and the supplement to pay. */
  from: z.object({ courtId: z.int(), start: z.iso.datetime(), end: z.iso.datetime() }).optional(),
  /** Of `moved` and `venue-cancelled`: what goes back. */
  back: z.int().optional(),
  /** Of `moved` to a cheaper period: what the booking cost, and what it costs since. */
  cost: z.object({ before: z.int(), after: z.int() }).optional(),
  /** Of `venue-cancelled`: what of it was paid at the desk, and is fetched there. The version before counted `byTransfer` too. */
  atDesk: z.int().optional(),
  /** Of `venue-cancelled`: what of it was paid neither by card nor at the desk, and goes to an account. */
  byTransfer: z.int().optional(),
  /** Of `venue-cancelled`: what of it was paid by vouchers, and is fetched as vouchers. */
  inVouchers: z.int().optional(),
  /** Of `moved`: what of unpaid supplements is asked for no longer, and what of them still is. */
  withdrawn: z.object({ amount: z.int(), rest: z.int() }).optional(),
  supplement: z.object({ orderNo: z.string(), amount: z.int(), atDeskOnly: z.boolean().optional() }).optional(),
  /** Of `moved`: by the member, with the top-up that was paid for it. */
  byMember: z.boolean().optional(),
  /** Of `alternative`: other floor that is held for a booking, and until when. */
  offer: z.object({ courtId: z.int(), start: z.iso.datetime(), end: z.iso.datetime(), until: z.iso.datetime() }).optional(),
  toppedUp: z.int().optional(),
})
export type OrderPayload = z.infer<typeof OrderPayload>

const kindsToPay = new Set<OrderEvent>(['placed', 'offered', 'expiring'])

/** Something is to pay, or goes back. */
export const isAboutMoney = (events: readonly OrderPayload[]): boolean =>
  events.some(
    ({ kind, back = 0, supplement }) => kindsToPay.has(kind) || kind === 'venue-cancelled' || back > 0 || supplement !== undefined,
  )

/** Adds events of orders to the outbox. Reminders change nothing, so they do not count for the iCalendar SEQUENCE. */
export async function addOrderEvents(db: DbOrTrx, events: ({ orderId: string } & OrderPayload)[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'order',
    events.map(({ orderId, ...payload }) => ({ subjectId: orderId, payload })),
    now,
  )
}

/** Adds a change of an order, or of some of its items, to the outbox and counts it (iCalendar SEQUENCE), in the same transaction. */
export async function noteEvent(db: DbOrTrx, orderId: string, kind: OrderEvent, now: Date, itemIds: string[] = []): Promise<void> {
  const event = { orderId, kind }
  const events = itemIds.length === 0 ? [event] : itemIds.map((itemId) => ({ ...event, itemId }))
  await addOrderEvents(db, events, now)
  await countChanges(db, [orderId])
}

/** Counts a change of each of these orders: the iCalendar SEQUENCE of their periods. The caller holds their locks. */
export async function countChanges(db: DbOrTrx, orderIds: string[]): Promise<void> {
  await sql`update orders set changes = changes + 1 where id = any (${orderIds}::uuid[])`.execute(db)
}

/** `email` is null for a guest, whose letters are texts, and empty for a club that nobody owns. */
export type Recipient = {
  orderId: string
  orderNo: string
  preOrderNo: string | null
  memberId: string
  name: string
  email: string | null
  mobile: string
  locale: Locale
}

/** Recipient of letters about an order; undefined when the account is closed. */
export async function readRecipient(db: DbOrTrx, orderId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select o.id as "orderId", o.order_no as "orderNo", o.preorder_no as "preOrderNo", o.member_id as "memberId", m.name, ${letterAddress()} as email, m.mobile, m.locale
    from orders o join members m on m.id = o.member_id where o.id = ${orderId} and m.closed_at is null`.execute(db)
  return rows[0]
}
