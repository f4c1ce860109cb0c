import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import type { Story } from './rules.ts'
import { findStory } from './store.ts'
import { readPreviewLink, type PreviewRefusal } from '#modules/accounts/preview-link.ts'

/** The story of a preview link, in any state, while the link is valid. */
export async function readPreviewedStory(
  { db, tokens }: { db: Db; tokens: Tokens },
  token: string,
  now: Date,
): Promise<Result<Story, PreviewRefusal>> {
  const link = await readPreviewLink(tokens, 'preview-highlight', token, now)
  if (!link.ok) return link
  const story = await findStory(db, link.value)
  return story ? ok(story) : refuse({ code: 'not_found' })
}
