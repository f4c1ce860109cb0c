import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { findStory, moveStory } from './store.ts'

export type PublishHighlightRefusal = { code: 'not_found' } | { code: 'highlight_not_published' }

/** Published from `publishAt`, or from now on. */
export async function publishHighlight(
  db: Db,
  id: string,
  publishAt: Date | undefined,
  now: Date,
): Promise<Result<{ id: string }, { code: 'not_found' }>> {
  return (await moveStory(db, id, 'publish', publishAt ?? now, now)) ? ok({ id }) : refuse({ code: 'not_found' })
}

export async function withdrawHighlight(db: Db, id: string, now: Date): Promise<Result<{ id: string }, PublishHighlightRefusal>> {
  if (await moveStory(db, id, 'withdraw', null, now)) return ok({ id })
  return refuse({ code: (await findStory(db, id)) ? 'highlight_not_published' : 'not_found' })
}
