import type { Trx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

const kinds = ['requested', 'account-needed', 'refunded', 'rejected', 'failed'] as const
export type RefundEvent = (typeof kinds)[number]

/** What the outbox holds of an event; its subject is the refund. */
export const RefundPayload = z.object({ kind: z.enum(kinds), refundNo: z.string() })

/** Writes down what happened to a refund, so that its member is told. In its transaction. */
export async function noteRefund(
  trx: Trx,
  { id, refundNo }: { id: string; refundNo: string },
  kind: RefundEvent,
  now: Date,
): Promise<void> {
  await addToOutbox(trx, 'refund', [{ subjectId: id, payload: { kind, refundNo } }], now)
}
