import { randomUUID } from 'node:crypto'
import type { Jobs } from '#db/jobs.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { z } from 'zod'
import { filesOfStoryVersions, findStoryVersion, listStoryVersions, readStorySavers } from './history-store.ts'
import { measurePicture } from '#modules/files/make-variant.ts'
import { presentStaffStory, presentStoryVersion } from './present.ts'
import { historyApi, publishingApi, type PublishingDeps } from './publishing-api.ts'
import { restoreHighlight, saveHighlight, storyShelf, type SaveHighlightRefusal } from './save-story.ts'
import type { DraftStory, NewStory } from './story-rules.ts'
import { findStory, readAll } from './story-store.ts'
import {
  ChangeHighlightBody,
  HighlightDraftBody,
  HighlightIdAnswer,
  HighlightParams,
  HighlightSavedAnswer,
  HighlightVersionAnswer,
  HighlightVersionQuery,
  NewHighlightBody,
  PublishHighlightBody,
  RestoreHighlightBody,
  StaffHighlight,
  StaffHighlightsAnswer,
  StaffHighlightsQuery,
} from './story-wire.ts'

const saveStatus = {
  not_found: 404,
  highlight_changed: 409,
  not_a_picture: 422,
  no_such_file: 422,
} as const satisfies StatusOf<SaveHighlightRefusal>

type StoryDeps = PublishingDeps & { files: FileStore; jobs: Jobs }

/** Staff calls of highlights. */
export function storiesStaffApi(api: Api, deps: StoryDeps): void {
  const { db, files, jobs } = deps
  readingApi(api, deps)
  writingApi(api, deps)
  const shared = {
    shelf: storyShelf,
    purpose: 'preview-highlight' as const,
    page: '/highlights',
    params: HighlightParams,
    exists: async (id: string) => (await findStory(db, id)) !== undefined,
  }
  publishingApi(api, deps, {
    ...shared,
    publish: '/api/Staff/Highlight/Publish',
    withdraw: '/api/Staff/Highlight/Withdraw',
    remove: '/api/Staff/Highlight/{id}',
    preview: '/api/Staff/Highlight/Preview',
    published: PublishHighlightBody,
    idBody: HighlightParams,
    moved: HighlightIdAnswer,
    presentMoved: (id) => ({ id }),
    refusals: {
      publish: { not_found: 404, expires_too_early: 422 },
      withdraw: { not_found: 404, highlight_not_published: 409 },
      remove: { not_found: 404, highlight_not_draft: 409 },
    },
  })
  historyApi(api, deps, {
    ...shared,
    history: '/api/Staff/Highlight/History',
    version: '/api/Staff/Highlight/Version',
    restore: '/api/Staff/Highlight/Restore',
    draft: '/api/Staff/Highlight/Draft',
    versionQuery: HighlightVersionQuery,
    versionAnswer: HighlightVersionAnswer,
    restoreBody: RestoreHighlightBody,
    saved: HighlightSavedAnswer,
    drafted: HighlightDraftBody,
    saveStatus,
    listVersions: (id) => listStoryVersions(db, id),
    async findVersion({ id, version }) {
      const found = await findStoryVersion(db, id, version)
      return found && presentStoryVersion(found)
    },
    async bringBack(restoring, by, audit, now) {
      const restored = await restoreHighlight(deps, restoring, by, audit, now)
      if (restored.ok) await jobs.send(db, 'make-pictures', {})
      return restored
    },
    async contentOf({ id, ...typed }, by): Promise<DraftStory> {
      const past = id === undefined ? new Set<string>() : await filesOfStoryVersions(db, id)
      const story = storyFrom(typed)
      const pictures: DraftStory['pictures'] = []
      for (const picture of story.pictures) {
        const size = await measurePicture(db, files, picture.fileId, by, past)
        if (size) pictures.push({ ...picture, ...size })
      }
      return { ...story, id: id ?? randomUUID(), pictures }
    },
  })
}

function readingApi(api: Api, { db }: StoryDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Highlight/List',
      summary: 'All stories in every state',
      access: editorRoles,
      query: StaffHighlightsQuery,
      answers: { 200: StaffHighlightsAnswer },
    },
    async ({ query: { standing, keyword, page, pageSize }, now }) => {
      const stands = standing === 'published' ? 'shown' : standing
      const { stories, total } = await readAll(db, { standing: stands, keyword, now }, { page, pageSize })
      const savers = await readStorySavers(
        db,
        stories.map(({ id }) => id),
      )
      return reply(200, { items: stories.map((story) => presentStaffStory(story, savers.get(story.id), now)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Highlight/Detail',
      summary: 'One story as it was written, in both languages',
      access: editorRoles,
      query: HighlightParams,
      answers: { 200: StaffHighlight },
      refusals: { not_found: 404 },
    },
    async ({ query: { id }, now }) => {
      const story = await findStory(db, id)
      if (!story) return refuse({ code: 'not_found' })
      return reply(200, presentStaffStory(story, (await readStorySavers(db, [id])).get(id), now))
    },
  )
}

function writingApi(api: Api, { db, files, jobs }: StoryDeps): void {
  const makeSoon = () => jobs.send(db, 'make-pictures', {})

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Highlight',
      summary: 'Write a story; it is a draft until it is published. Its pictures come by POST /api/Upload',
      access: editorRoles,
      body: NewHighlightBody,
      answers: { 201: HighlightSavedAnswer },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const saved = await saveHighlight({ db, files }, storyFrom(body), session.memberId, audit, now)
      if (!saved.ok) return saved
      await makeSoon()
      return reply(201, saved.value)
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Highlight',
      summary:
        'Change a story, published or not; its pictures are exactly those that are named. Refused when somebody else has saved it since that version',
      access: editorRoles,
      body: ChangeHighlightBody,
      answers: { 200: HighlightSavedAnswer },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const known = { id: body.id, version: body.version }
      const saved = await saveHighlight({ db, files }, { ...storyFrom(body), known }, session.memberId, audit, now)
      if (!saved.ok) return saved
      await makeSoon()
      return reply(200, saved.value)
    },
  )
}

const storyFrom = ({ titleTw, titleEn, textTw, textEn, day, pictures }: Omit<z.output<typeof HighlightDraftBody>, 'id'>): NewStory => ({
  title: { tw: titleTw, en: titleEn },
  text: { tw: textTw, en: textEn },
  day,
  pictures: pictures.map(({ fileId, altTw, altEn }) => ({ fileId, alt: { tw: altTw, en: altEn } })),
})
