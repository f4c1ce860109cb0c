import type { Trx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

const kinds = ['requested', 'account-needed', 'refunded', 'rejected', 'failed'] as const
export type RefundEvent = (typeof kinds)[number]

/**
 * Outbox payload of an event; `subject` is the id of what the event is about. `besides`: refunds of the same deed that go back another way,
 * as vouchers do: one letter tells all of them.
 */
export const RefundPayload = z.object({ kind: z.enum(kinds), refundNo: z.string(), besides: z.array(z.string()).default([]) })
export type RefundPayload = z.infer<typeof RefundPayload>

/** Adds an event of a refund to the outbox, in the same transaction. */
export async function noteRefund(
  trx: Trx,
  { id, refundNo }: { id: string; refundNo: string },
  kind: RefundEvent,
  now: Date,
  besides: readonly { refundNo: string }[] = [],
): Promise<void> {
  const others = besides.length === 0 ? {} : { besides: besides.map((one) => one.refundNo) }
  await addToOutbox(trx, 'refund', [{ subjectId: id, payload: { kind, refundNo, ...others } }], now)
}
