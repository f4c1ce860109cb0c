import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'

/** Validity of a preview link. */
const previewDays = 7

export type PreviewPurpose = 'preview-article' | 'preview-highlight'
export type PreviewRefusal = { code: 'not_found' } | { code: 'preview_expired' }

/** Validity of a link that shows an unsaved text: as long as somebody may sit at the editor. */
const draftHours = 12

/** A link that shows a saved text by its id, or an unsaved one by the id of its draft. */
export async function signPreview(
  tokens: Tokens,
  purpose: PreviewPurpose,
  id: string | number,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const linkId = String(id)
  const expiresAt = new Date(now.getTime() + (isDraftLink(linkId) ? draftHours * 3_600_000 : previewDays * 86_400_000))
  return { token: await tokens.signLink(linkId, purpose, now, expiresAt), expiresAt }
}

/** The id of the draft that a preview link shows; the link is enough, whatever the draft's state. */
export async function readPreviewLink(
  tokens: Tokens,
  purpose: PreviewPurpose,
  token: string,
  now: Date,
): Promise<Result<string, PreviewRefusal>> {
  const link = await tokens.readLink(token, now)
  if (link === 'expired') return refuse({ code: 'preview_expired' })
  return link?.purpose === purpose ? ok(link.id) : refuse({ code: 'not_found' })
}

export const draftLinkId = (draftId: string): string => `draft:${draftId}`
export const draftIdOf = (linkId: string): string | undefined => /^draft:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(linkId)?.[1]
export const isDraftLink = (linkId: string): boolean => draftIdOf(linkId) !== undefined
