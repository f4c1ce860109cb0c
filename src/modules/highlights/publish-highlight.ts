import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Story } from './rules.ts'
import { findStory, moveStory } from './store.ts'

export type PublishHighlightRefusal = { code: 'not_found' } | { code: 'highlight_not_published' }

/** Published from `publishAt`, or from now on. */
export async function publishHighlight(
  db: Db,
  id: string,
  publishAt: Date | undefined,
  audit: Audit,
  now: Date,
): Promise<Result<{ id: string }, { code: 'not_found' }>> {
  return inTransaction<{ id: string }, { code: 'not_found' }>(db, async (trx) => {
    const from = publishAt ?? now
    if (!(await moveStory(trx, id, 'publish', from, now))) return refuse({ code: 'not_found' })
    const story = (await findStory(trx, id))!
    await audit(trx, { action: 'highlight.published', subject: subjectOf(story), after: { publishAt: from } })
    return ok({ id })
  })
}

export async function withdrawHighlight(
  db: Db,
  id: string,
  audit: Audit,
  now: Date,
): Promise<Result<{ id: string }, PublishHighlightRefusal>> {
  return inTransaction<{ id: string }, PublishHighlightRefusal>(db, async (trx) => {
    const isMoved = await moveStory(trx, id, 'withdraw', null, now)
    const story = await findStory(trx, id)
    if (!story) return refuse({ code: 'not_found' })
    if (!isMoved) return refuse({ code: 'highlight_not_published' })
    await audit(trx, { action: 'highlight.withdrawn', subject: subjectOf(story) })
    return ok({ id })
  })
}

const subjectOf = ({ id, title }: Story) => ({ kind: 'highlight', id, label: title })
