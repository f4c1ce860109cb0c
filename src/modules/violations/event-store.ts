import type { DbOrTrx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

/** Outbox payload of an event; `subject` is the id of what the event is about. */
export const PointsPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('given'), violationId: z.uuid() }),
  z.object({ kind: z.literal('withdrawn'), violationId: z.uuid(), lifted: z.boolean() }),
  z.object({ kind: z.literal('withdrawn-many'), violationIds: z.array(z.uuid()), lifted: z.boolean() }),
  z.object({ kind: z.literal('suspended'), suspensionId: z.uuid() }),
  z.object({ kind: z.literal('lifted') }),
  z.object({ kind: z.literal('decided'), appealId: z.uuid(), decision: z.enum(['accepted', 'lifted', 'rejected']) }),
])
export type PointsPayload = z.infer<typeof PointsPayload>

/** Adds events about members' points to the outbox, in the same transaction. */
export async function notePoints(db: DbOrTrx, events: ({ memberId: string } & PointsPayload)[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'points',
    events.map(({ memberId, ...payload }) => ({ subjectId: memberId, payload })),
    now,
  )
}
