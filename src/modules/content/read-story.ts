import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { isDraftLink, type PreviewRefusal, readPreviewLink } from './preview-link.ts'
import { findDraft } from './publishing-store.ts'
import type { DraftStory, Story } from './story-rules.ts'
import { findStory } from './story-store.ts'

/** The story of a preview link, in any state, or what an editor is writing, while the link is valid. */
export async function readPreviewedStory(
  { db, tokens }: { db: Db; tokens: Tokens },
  token: string,
  now: Date,
): Promise<Result<{ story: Story } | { draft: DraftStory }, PreviewRefusal>> {
  const link = await readPreviewLink(tokens, 'preview-highlight', token, now)
  if (!link.ok) return link
  if (isDraftLink(link.value)) {
    const draft = await findDraft<DraftStory>(db, link.value, 'highlight')
    return draft ? ok({ draft: draft.content }) : refuse({ code: 'not_found' })
  }
  const story = await findStory(db, link.value)
  return story ? ok({ story }) : refuse({ code: 'not_found' })
}

/** Whether a preview link shows this file in a story that is being written. */
export async function isDraftPicture(
  { db, tokens }: { db: Db; tokens: Tokens },
  { fileId, preview }: { fileId: string; preview: string | undefined },
  now: Date,
): Promise<boolean> {
  if (preview === undefined) return false
  const read = await readPreviewedStory({ db, tokens }, preview, now)
  return read.ok && 'draft' in read.value && read.value.draft.pictures.some((picture) => picture.fileId === fileId)
}
