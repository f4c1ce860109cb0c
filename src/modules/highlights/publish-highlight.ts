import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { visibilityOf, type Story } from './rules.ts'
import { findStory, lockStory, moveStory } from './store.ts'

export type PublishHighlightRefusal = { code: 'not_found' } | { code: 'highlight_not_published' }

type Publishing = { id: string; publishAt?: Date | undefined; expiresAt: Date | null }
export type PublishRefusal = { code: 'not_found' } | { code: 'expires_too_early'; path: 'expiresAt' }

/** Published from `publishAt` or from now on, until `expiresAt`. A story that is shown keeps its date unless another is given. */
export async function publishHighlight(
  db: Db,
  { id, publishAt, expiresAt }: Publishing,
  audit: Audit,
  now: Date,
): Promise<Result<{ id: string }, PublishRefusal>> {
  return inTransaction<{ id: string }, PublishRefusal>(db, async (trx) => {
    if (!(await lockStory(trx, id))) return refuse({ code: 'not_found' })
    const story = (await findStory(trx, id))!
    const from = publishAt ?? (visibilityOf(story, now) === 'published' ? story.publishAt! : now)
    if (expiresAt !== null && (expiresAt <= from || expiresAt <= now)) return refuse({ code: 'expires_too_early', path: 'expiresAt' })
    await moveStory(trx, id, 'publish', { publishAt: from, expiresAt }, now)
    await audit(trx, { action: 'highlight.published', subject: subjectOf(story), after: { publishAt: from, expiresAt } })
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
    const isMoved = await moveStory(trx, id, 'withdraw', undefined, now)
    const story = await findStory(trx, id)
    if (!story) return refuse({ code: 'not_found' })
    if (!isMoved) return refuse({ code: 'highlight_not_published' })
    await audit(trx, { action: 'highlight.withdrawn', subject: subjectOf(story) })
    return ok({ id })
  })
}

const subjectOf = ({ id, title }: Story) => ({ kind: 'highlight', id, label: title })
