import type { DbOrTrx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'
import { reportStates, type ReportState } from './rules.ts'

/** What the outbox holds of a note that the reporter is told of; its subject is the report. `state`: of the report, then. */
export const ReportPayload = z.object({ ticketNo: z.string(), noteId: z.number(), state: z.enum(reportStates) })

/** Writes down that a note was written on a report, so that the reporter is told. In its transaction. */
export async function noteForReporter(
  db: DbOrTrx,
  { reportId, ...payload }: { reportId: string; ticketNo: string; noteId: number; state: ReportState },
  now: Date,
): Promise<void> {
  await addToOutbox(db, 'report', [{ subjectId: reportId, payload }], now)
}

/** What the outbox holds of a visit that is over; its subject is the order. */
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
