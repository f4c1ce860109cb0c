import { reply, type Api } from '#http/call.ts'
import type { Db } from '#db/connect.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { presentDraft, presentStory } from './present.ts'
import { readShown } from './store.ts'
import { openPictures } from './open-picture.ts'
import { previewStatus } from '#http/preview-call.ts'
import { readPreviewedStory } from './read-story.ts'
import { HighlightListAnswer, HighlightListBody, PictureParams, PictureQuery } from './wire.ts'

/** Published pictures are cached as immutable; previews are private. */
const cacheOf = (isPublic: boolean) => (isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')

export function highlightApi(api: Api, { db, files, tokens }: { db: Db; files: FileStore; tokens: Tokens }): void {
  api.add(
    {
      method: 'post',
      path: '/api/Highlight/List',
      summary: 'B15 Stories with their pictures, the newest first; with a preview link, the story that it shows',
      access: 'public',
      body: HighlightListBody,
      answers: { 200: HighlightListAnswer },
      refusals: previewStatus,
    },
    async ({ body: { page, pageSize, preview }, locale, now }) => {
      if (preview === undefined) {
        const { stories, total } = await readShown(db, { page, pageSize }, now)
        return reply(200, { items: stories.map((story) => presentStory(story, locale)), total, page, pageSize })
      }
      const read = await readPreviewedStory({ db, tokens }, preview, now)
      if (!read.ok) return read
      const item = 'draft' in read.value ? presentDraft(read.value.draft, locale, preview) : presentStory(read.value.story, locale, preview)
      return reply(200, { items: [item], total: 1, page: 1, pageSize })
    },
  )

  const openPicture = openPictures({ db, files, tokens })
  api.add(
    {
      method: 'get',
      path: '/api/Highlight/Picture/{id}/{size}',
      summary: 'A picture of a published story, or of one that a preview link shows, in one of its sizes: 800.avif',
      access: 'public',
      params: PictureParams,
      query: PictureQuery,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params, query, now }) => {
      const opened = await openPicture({ ...params, preview: query.preview }, now)
      if (!opened.ok) return opened
      const { type, bytes } = opened.value
      return reply(200, new Uint8Array(bytes), {
        'content-type': type,
        'content-length': String(bytes.length),
        'cache-control': cacheOf(opened.value.public),
        'x-content-type-options': 'nosniff',
      })
    },
  )
}
