import type { DbOrTrx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

const kinds = ['reserved', 'renewing', 'active', 'renewed', 'lapsed', 'ending', 'overdue', 'returned', 'cleared'] as const
export type LockerEvent = (typeof kinds)[number]

const moment = z.coerce.date().optional()
/** Outbox payload of an event; `subject` is the id of what the event is about. */
export const LockerPayload = z.object({
  kind: z.enum(kinds),
  number: z.string(),
  orderNo: z.string().optional(),
  amount: z.number().optional(),
  payBefore: moment,
  endsAt: moment,
  renewFrom: moment,
  clearFrom: moment,
})
export type LockerPayload = z.infer<typeof LockerPayload>

/** Adds events about a locker to the outbox, in the same transaction. */
export async function noteLocker(db: DbOrTrx, memberId: string, payload: LockerPayload, now: Date): Promise<void> {
  await addToOutbox(db, 'locker', [{ subjectId: memberId, payload }], now)
}
