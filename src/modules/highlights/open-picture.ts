import { buffer } from 'node:stream/consumers'
import { ok, refuse, type Result } from '#lib/result.ts'
import { shareRuns, type ShareRuns } from '#lib/share-runs.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { contentTypes, variantNamed, variantsOf } from './rules.ts'
import { findShownPicture } from './store.ts'
import { makeVariant, type Making } from './make-variant.ts'
import { isDraftLink, readPreviewLink } from '#modules/logins/preview-link.ts'

export type OpenedPicture = { type: string; public: boolean; bytes: Buffer }
export type OpenPicture = (
  asked: { id: string; size: string; preview: string | undefined },
  now: Date,
) => Promise<Result<OpenedPicture, { code: 'not_found' }>>

/** Opens a visible picture in one size. Concurrent first requests share one computation. */
export function openPictures({ tokens, ...making }: Making & { tokens: Tokens }): OpenPicture {
  const share: ShareRuns<string | undefined> = shareRuns()
  return async ({ id, size, preview }, now) => {
    const link = preview === undefined ? undefined : await readPreviewLink(tokens, 'preview-highlight', preview, now)
    const picture = await findShownPicture(making.db, id, link?.ok && !isDraftLink(link.value) ? link.value : undefined, now)
    const wanted = variantNamed(size)
    if (!picture || !wanted || !variantsOf(picture).some((one) => one.width === wanted.width && one.format === wanted.format))
      return refuse({ code: 'not_found' })
    const fileId = await share(`${id} ${size}`, () => makeVariant(making, picture, wanted, now))
    if (!fileId) return refuse({ code: 'not_found' })
    // Read whole: variants are small, and an unread stream (HEAD) would stay open.
    return ok({ type: contentTypes[wanted.format], public: picture.public, bytes: await buffer(await making.files.open(fileId)) })
  }
}
