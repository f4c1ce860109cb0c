import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { sql } from 'kysely'
import { z } from 'zod'

const kinds = ['submitted', 'needs-documents', 'approved', 'rejected', 'released'] as const
export type PreOrderEvent = (typeof kinds)[number]

/** What the outbox holds of an event; its subject is the pre-order. */
export const PreOrderPayload = z.object({ kind: z.enum(kinds), dateId: z.uuid().optional() })
export type PreOrderPayload = z.infer<typeof PreOrderPayload>

/** Writes down what happened to a pre-order, or to these dates of it, so that its community is told. In its transaction. */
export async function notePreOrder(db: DbOrTrx, preOrderId: string, kind: PreOrderEvent, now: Date, dateIds: string[] = []): Promise<void> {
  const payloads: PreOrderPayload[] = dateIds.length === 0 ? [{ kind }] : dateIds.map((dateId) => ({ kind, dateId }))
  await addToOutbox(
    db,
    'preorder',
    payloads.map((payload) => ({ subjectId: preOrderId, payload })),
    now,
  )
}

export type Recipient = { orderNo: string; memberId: string; name: string; email: string; locale: Locale }

/** Whom a letter about a pre-order goes to; undefined when they have left. */
export async function readRecipient(db: DbOrTrx, preOrderId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select p.order_no as "orderNo", p.member_id as "memberId", m.name, m.email, m.locale
    from preorders p join members m on m.id = p.member_id where p.id = ${preOrderId} and m.closed_at is null`.execute(db)
  return rows[0]
}
