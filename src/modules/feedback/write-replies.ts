import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockReplies, readReplies, replaceReplies, type ReadyReplies } from './event-store.ts'

export type RepliesRefusal = { code: 'replies_changed' }

/** Replaces the ready replies by these; refused when somebody else has changed them since that revision. */
export async function writeReplies(db: Db, { revision, items }: ReadyReplies, audit: Audit): Promise<Result<ReadyReplies, RepliesRefusal>> {
  return inTransaction<ReadyReplies, RepliesRefusal>(db, async (trx) => {
    await lockReplies(trx)
    const before = await readReplies(trx)
    if (before.revision !== revision) return refuse({ code: 'replies_changed' })
    await replaceReplies(trx, items)
    const titles = (replies: ReadyReplies['items']) => replies.map((one) => one.titleTw)
    await audit(trx, {
      action: 'replies.changed',
      subject: { kind: 'report', id: 'replies' },
      before: { replies: titles(before.items) },
      after: { replies: titles(items) },
    })
    return ok(await readReplies(trx))
  })
}
