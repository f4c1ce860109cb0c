import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from './tokens.ts'

/** Validity of a preview link. */
const previewDays = 7

export type PreviewPurpose = 'preview-article' | 'preview-highlight'
export type PreviewRefusal = { code: 'not_found' } | { code: 'preview_expired' }

export async function signPreview(
  tokens: Tokens,
  purpose: PreviewPurpose,
  id: string | number,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + previewDays * 86_400_000)
  return { token: await tokens.signLink(String(id), purpose, now, expiresAt), expiresAt }
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
