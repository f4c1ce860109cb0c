import { letterAddress } from '#modules/accounts/club-store.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { sql } from 'kysely'
import { z } from 'zod'

const kinds = ['submitted', 'needs-documents', 'approved', 'rejected', 'released'] as const
export type PreOrderEvent = (typeof kinds)[number]

/** Outbox payload of an event; `subject` is the id of what the event is about. */
export const PreOrderPayload = z.object({
  kind: z.enum(kinds),
  dateId: z.uuid().optional(),
  /** Of `released`: the closure whose words the letter takes. */
  closureId: z.uuid().optional(),
  /** Of `released`: why, where no closure says it. */
  reason: z.object({ tw: z.string(), en: z.string() }).optional(),
})
export type PreOrderPayload = z.infer<typeof PreOrderPayload>

/** Adds events of a pre-order, or of some of its dates, to the outbox, in the same transaction. */
export async function notePreOrder(
  db: DbOrTrx,
  preOrderId: string,
  kind: PreOrderEvent,
  now: Date,
  dateIds: string[] = [],
  why: Pick<PreOrderPayload, 'closureId' | 'reason'> = {},
): Promise<void> {
  const event = { kind, ...why }
  const payloads: PreOrderPayload[] = dateIds.length === 0 ? [event] : dateIds.map((dateId) => ({ ...event, dateId }))
  await addToOutbox(
    db,
    'preorder',
    payloads.map((payload) => ({ subjectId: preOrderId, payload })),
    now,
  )
}

export type Recipient = { orderNo: string; memberId: string; name: string; email: string; locale: Locale }

/** Recipient of letters about a pre-order; undefined when the account is closed. `email` is empty for a club that nobody owns. */
export async function readRecipient(db: DbOrTrx, preOrderId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select p.order_no as "orderNo", p.member_id as "memberId", m.name, ${letterAddress()} as email, m.locale
    from preorders p join members m on m.id = p.member_id where p.id = ${preOrderId} and m.closed_at is null`.execute(db)
  return rows[0]
}
