import { createHash } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type ReadyReply = { titleTw: string; titleEn: string; textTw: string; textEn: string }
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
