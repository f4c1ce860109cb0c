import { reply, type Api } from '#http/call.ts'
import type { Db } from '#db/connect.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { presentStory } from './highlight-present.ts'
import { readByPreviewKey, readShown } from './highlight-store.ts'
import { openPictures } from './open-picture.ts'
import { HighlightListAnswer, HighlightListBody, PictureParams, PictureQuery } from './wire.ts'

/** What is published may be kept for ever by whoever passes it on; a preview is for one pair of eyes. */
const cacheOf = (isPublic: boolean) => (isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')

export function highlightApi(api: Api, { db, files }: { db: Db; files: FileStore }): void {
  api.add(
    {
      method: 'post',
      path: '/api/Highlight/List',
      summary: 'B15 Stories with their pictures, the newest first',
      access: 'public',
      body: HighlightListBody,
      answers: { 200: HighlightListAnswer },
    },
    async ({ body: { page, pageSize, preview }, locale, now }) => {
      const { stories, total } = preview ? await readByPreviewKey(db, preview) : await readShown(db, { page, pageSize }, now)
      return reply(200, { items: stories.map((story) => presentStory(story, locale, preview)), total, page, pageSize })
    },
  )

  const openPicture = openPictures({ db, files })
  api.add(
    {
      method: 'get',
      path: '/api/Highlight/Picture/{id}/{size}',
      summary: 'A picture of a published story, in one of its sizes: 800.avif',
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
