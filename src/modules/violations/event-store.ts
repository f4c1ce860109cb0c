import type { DbOrTrx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

/** What the outbox holds of an event; its subject is the member. */
export const PointsPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('given'), violationId: z.uuid() }),
  z.object({ kind: z.literal('decided'), appealId: z.uuid(), decision: z.enum(['accepted', 'lifted', 'rejected']) }),
])
export type PointsPayload = z.infer<typeof PointsPayload>

/** Writes down what happened to members' points, so that they are told. In its transaction. */
export async function notePoints(db: DbOrTrx, events: ({ memberId: string } & PointsPayload)[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'points',
    events.map(({ memberId, ...payload }) => ({ subjectId: memberId, payload })),
    now,
  )
}
