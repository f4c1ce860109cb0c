import type { DbOrTrx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'
import { reportStates, type ReportState } from './rules.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'

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

type ReadyReply = { titleTw: string; titleEn: string; textTw: string; textEn: string }
export type ReadyReplies = { revision: string; items: ReadyReply[] }

/** In their order. The revision changes with any of them: who saves says which one was read. */
export async function readReplies(db: DbOrTrx): Promise<ReadyReplies> {
  const items = await db
    .selectFrom('report_replies')
    .select(['title_tw as titleTw', 'title_en as titleEn', 'text_tw as textTw', 'text_en as textEn'])
    .orderBy('position')
    .execute()
  return { revision: createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16), items }
}

/** One writer at a time; readers do not wait. */
export async function lockReplies(trx: DbOrTrx): Promise<void> {
  await sql`lock table report_replies in share row exclusive mode`.execute(trx)
}

export async function replaceReplies(trx: DbOrTrx, items: readonly ReadyReply[]): Promise<void> {
  await trx.deleteFrom('report_replies').execute()
  if (items.length === 0) return
  await trx
    .insertInto('report_replies')
    .values(
      items.map(({ titleTw, titleEn, textTw, textEn }, position) => ({
        position,
        title_tw: titleTw,
        title_en: titleEn,
        text_tw: textTw,
        text_en: textEn,
      })),
    )
    .execute()
}
