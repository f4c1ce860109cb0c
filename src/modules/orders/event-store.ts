import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { sql } from 'kysely'
import { z } from 'zod'

const kinds = ['placed', 'confirmed', 'expiring', 'expired', 'cancelled', 'venue-cancelled', 'reminder'] as const
export type OrderEvent = (typeof kinds)[number]

/** What the outbox holds of an event; its subject is the order. */
export const OrderPayload = z.object({ kind: z.enum(kinds), itemId: z.uuid().optional() })
export type OrderPayload = z.infer<typeof OrderPayload>

/** Writes down what happened to orders, so that members are told. Reminders change nothing, and are not counted. */
export async function addOrderEvents(db: DbOrTrx, events: ({ orderId: string } & OrderPayload)[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'order',
    events.map(({ orderId, ...payload }) => ({ subjectId: orderId, payload })),
    now,
  )
}

/** A change of an order, or of these items of it: the member is told, and the change is counted. In its transaction. */
export async function noteEvent(db: DbOrTrx, orderId: string, kind: OrderEvent, now: Date, itemIds: string[] = []): Promise<void> {
  const events = itemIds.length === 0 ? [{ orderId, kind }] : itemIds.map((itemId) => ({ orderId, kind, itemId }))
  await addOrderEvents(db, events, now)
  await countChanges(db, [orderId])
}

/** Counts a change of each of these orders: the iCalendar SEQUENCE of their periods. The caller holds their locks. */
export async function countChanges(db: DbOrTrx, orderIds: string[]): Promise<void> {
  await sql`update orders set changes = changes + 1 where id = any (${orderIds}::uuid[])`.execute(db)
}

export type Recipient = { orderId: string; orderNo: string; memberId: string; name: string; email: string; locale: Locale }

/** Whom a letter about an order goes to; undefined when they have left. */
export async function readRecipient(db: DbOrTrx, orderId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select o.id as "orderId", o.order_no as "orderNo", o.member_id as "memberId", m.name, m.email, m.locale
    from orders o join members m on m.id = o.member_id where o.id = ${orderId} and m.closed_at is null`.execute(db)
  return rows[0]
}
