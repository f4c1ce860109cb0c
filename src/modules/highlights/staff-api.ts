import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import type { z } from 'zod'
import { presentForStaff } from './present.ts'
import type { NewStory } from './rules.ts'
import { readStorySavers } from './history-store.ts'
import { findStory, readAll } from './store.ts'
import { refuse } from '#lib/result.ts'
import { addPreviewCall } from '#http/preview-call.ts'
import { signPreview } from '#modules/logins/preview-link.ts'
import { publishHighlight, withdrawHighlight, type PublishHighlightRefusal } from './publish-highlight.ts'
import { saveHighlight } from './save-highlight.ts'
import type { HighlightStaffDeps } from './staff-deps.ts'
import { highlightHistoryApi, saveStatus } from './staff-history-api.ts'
import {
  ChangeHighlightBody,
  HighlightIdAnswer,
  HighlightIdBody,
  HighlightParams,
  HighlightSavedAnswer,
  NewHighlightBody,
  PublishHighlightBody,
  StaffHighlight,
  StaffHighlightsAnswer,
  StaffHighlightsQuery,
} from './wire.ts'

const publishStatus = { not_found: 404, highlight_not_published: 409 } as const satisfies StatusOf<PublishHighlightRefusal>

/** Staff calls of highlights. */
export function highlightStaffApi(api: Api, deps: HighlightStaffDeps): void {
  readingApi(api, deps)
  writingApi(api, deps)
  publishingApi(api, deps)
  highlightHistoryApi(api, deps)
}

function readingApi(api: Api, { db }: HighlightStaffDeps): void {
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
      const { stories, total } = await readAll(db, { standing, keyword, now }, { page, pageSize })
      const savers = await readStorySavers(
        db,
        stories.map(({ id }) => id),
      )
      return reply(200, { items: stories.map((story) => presentForStaff(story, savers.get(story.id), now)), total, page, pageSize })
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
      return reply(200, presentForStaff(story, (await readStorySavers(db, [id])).get(id), now))
    },
  )
}

function writingApi(api: Api, { db, files, jobs }: HighlightStaffDeps): void {
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

function publishingApi(api: Api, { db, tokens, publicUrl }: HighlightStaffDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Highlight/Publish',
      summary: 'Show a story to everybody, now or from a moment on, for good or until another',
      access: editorRoles,
      body: PublishHighlightBody,
      answers: { 200: HighlightIdAnswer },
      refusals: { not_found: 404, expires_too_early: 422 },
    },
    async ({ body, audit, now }) => {
      const published = await publishHighlight(db, body, audit, now)
      return published.ok ? reply(200, published.value) : published
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Highlight/Withdraw',
      summary: 'Take a story back; it can be published again',
      access: editorRoles,
      body: HighlightIdBody,
      answers: { 200: HighlightIdAnswer },
      refusals: publishStatus,
    },
    async ({ body: { id }, audit, now }) => {
      const withdrawn = await withdrawHighlight(db, id, audit, now)
      return withdrawn.ok ? reply(200, withdrawn.value) : withdrawn
    },
  )

  addPreviewCall(api, {
    path: '/api/Staff/Highlight/Preview',
    body: HighlightIdBody,
    page: `${publicUrl}/highlights`,
    db,
    kind: 'highlight',
    exists: async (id) => (await findStory(db, id)) !== undefined,
    sign: (id, now) => signPreview(tokens, 'preview-highlight', id, now),
  })
}

const storyFrom = ({ titleTw, titleEn, textTw, textEn, day, pictures }: z.output<typeof NewHighlightBody>): NewStory => ({
  title: { tw: titleTw, en: titleEn },
  text: { tw: textTw, en: textEn },
  day,
  pictures: pictures.map(({ fileId, altTw, altEn }) => ({ fileId, alt: { tw: altTw, en: altEn } })),
})
