import type { DbOrTrx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'
import { reportStates, type ReportState } from './rules.ts'

/** Outbox payload of a note for the reporter; its subject is the report. `state`: the report's state at that time. */
export const ReportPayload = z.object({ ticketNo: z.string(), noteId: z.number(), state: z.enum(reportStates) })

/** Adds the note's event to the outbox, in the same transaction; the reporter's letter is written from it. */
export async function noteForReporter(
  db: DbOrTrx,
  { reportId, ...payload }: { reportId: string; ticketNo: string; noteId: number; state: ReportState },
  now: Date,
): Promise<void> {
  await addToOutbox(db, 'report', [{ subjectId: reportId, payload }], now)
}

/** Outbox payload of an invitation to rate; its subject is the order. */
export const VisitPayload = z.object({ orderNo: z.string(), memberId: z.uuid(), facilityId: z.number() })

/** Writes down visits whose members are asked how it was. In the transaction that marks them as asked. */
export async function noteVisits(
  db: DbOrTrx,
  visits: { orderId: string; orderNo: string; memberId: string; facilityId: number }[],
  now: Date,
): Promise<void> {
  await addToOutbox(
    db,
    'visit',
    visits.map(({ orderId, ...payload }) => ({ subjectId: orderId, payload })),
    now,
  )
}
