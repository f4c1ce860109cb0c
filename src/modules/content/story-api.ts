import { reply, type Api } from '#http/call.ts'
import type { Db } from '#db/connect.ts'
import { refuse } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { presentDraft, presentStory } from './present.ts'
import { findShownPicture, readShown, storyPictures } from './story-store.ts'
import { openVariants, variantHeaders } from '#modules/files/make-variant.ts'
import { isDraftLink, readPreviewLink } from './preview-link.ts'
import { previewStatus } from './publishing-api.ts'
import { readPreviewedStory } from './read-story.ts'
import { HighlightListAnswer, HighlightListBody, PictureParams, PictureQuery } from './story-wire.ts'

export function storiesApi(api: Api, { db, files, tokens }: { db: Db; files: FileStore; tokens: Tokens }): void {
  api.add(
    {
      method: 'post',
      path: '/api/Highlight/List',
      reads: true,
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

  const open = openVariants({ db, files }, storyPictures)
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
    async ({ params: { id, size }, query: { preview }, now }) => {
      const link = preview === undefined ? undefined : await readPreviewLink(tokens, 'preview-highlight', preview, now)
      const picture = await findShownPicture(db, id, link?.ok && !isDraftLink(link.value) ? link.value : undefined, now)
      const opened = picture && (await open(picture, size, now))
      return opened ? reply(200, new Uint8Array(opened.bytes), variantHeaders(opened, picture.public)) : refuse({ code: 'not_found' })
    },
  )
}
