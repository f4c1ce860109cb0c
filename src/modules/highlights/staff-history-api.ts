import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { isoAt } from '#lib/zone.ts'
import { HistoryAnswer } from '#modules/audit/history-wire.ts'
import { presentHistory } from '#modules/audit/history-present.ts'
import { listPublishing } from '#modules/audit/publishing-store.ts'
import { keepDraft } from '#modules/logins/preview-draft-store.ts'
import { signDraft } from '#modules/logins/preview-link.ts'
import { randomUUID } from 'node:crypto'
import { filesOfStoryVersions, findStoryVersion, listStoryVersions, storyVersionsKept } from './history-store.ts'
import { measurePicture } from './measure-picture.ts'
import type { DraftStory } from './rules.ts'
import { deleteHighlight, restoreHighlight, type DeleteHighlightRefusal, type SaveHighlightRefusal } from './save-highlight.ts'
import type { HighlightStaffDeps } from './staff-deps.ts'
import { findStory } from './store.ts'
import {
  HighlightDraftAnswer,
  HighlightDraftBody,
  HighlightParams,
  HighlightSavedAnswer,
  HighlightVersionAnswer,
  HighlightVersionQuery,
  RestoreHighlightBody,
} from './wire.ts'

export const saveStatus = {
  not_found: 404,
  highlight_changed: 409,
  not_a_picture: 422,
  no_such_file: 422,
} as const satisfies StatusOf<SaveHighlightRefusal>
const deleteStatus = { not_found: 404, highlight_not_draft: 409 } as const satisfies StatusOf<DeleteHighlightRefusal>

/** Staff calls about earlier versions of a story, and the preview of what is not saved. */
export function highlightHistoryApi(api: Api, deps: HighlightStaffDeps): void {
  const { db } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Highlight/History',
      summary: 'Who saved, published and withdrew a story, and which fields each version changed; the newest fifty versions',
      access: editorRoles,
      query: HighlightParams,
      answers: { 200: HistoryAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { id } }) => {
      if (!(await findStory(db, id))) return refuse({ code: 'not_found' })
      const [versions, moves] = await Promise.all([
        listStoryVersions(db, id),
        listPublishing(db, { kind: 'highlight', id, noun: 'highlight' }, storyVersionsKept),
      ])
      return reply(200, presentHistory(versions, moves))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Highlight/Version',
      summary: 'One version of a story as it was saved',
      access: editorRoles,
      query: HighlightVersionQuery,
      answers: { 200: HighlightVersionAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query }) => {
      const found = await findStoryVersion(db, query.id, query.version)
      if (!found) return refuse({ code: 'not_found' })
      const { version, savedAt, savedBy, title, text, day } = found
      const words = { titleTw: title.tw, titleEn: title.en, textTw: text.tw, textEn: text.en }
      const pictures = found.pictures.map(({ fileId, alt }) => ({ fileId, altTw: alt.tw, altEn: alt.en }))
      return reply(200, { version, savedAt: isoAt(savedAt), savedBy, ...words, day, pictures })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Highlight/Restore',
      summary: 'Bring an earlier version of a story back, as a new version',
      access: editorRoles,
      body: RestoreHighlightBody,
      answers: { 200: HighlightSavedAnswer },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const restored = await restoreHighlight(deps, body, session.memberId, audit, now)
      if (!restored.ok) return restored
      await deps.jobs.send(db, 'make-pictures', {})
      return reply(200, restored.value)
    },
  )

  api.add(
    {
      method: 'delete',
      path: '/api/Staff/Highlight/{id}',
      summary: 'Remove a draft; what was published can only be withdrawn',
      access: editorRoles,
      params: HighlightParams,
      answers: { 204: null },
      refusals: deleteStatus,
    },
    async ({ params, audit, now }) => done(await deleteHighlight(db, params.id, audit, now)),
  )
  draftApi(api, deps)
}

function draftApi(api: Api, { db, files, tokens }: HighlightStaffDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Highlight/Draft',
      summary:
        'A link to the real page that shows a story before it is saved, for twelve hours; pictures that are not the caller’s are left out',
      access: editorRoles,
      body: HighlightDraftBody,
      answers: { 200: HighlightDraftAnswer },
    },
    async ({ body, session, now }) => {
      const { memberId } = session
      const past = body.id === undefined ? new Set<string>() : await filesOfStoryVersions(db, body.id)
      const pictures: DraftStory['pictures'] = []
      for (const { fileId, altTw, altEn } of body.pictures) {
        const size = await measurePicture(db, files, fileId, memberId, past)
        if (size) pictures.push({ fileId, alt: { tw: altTw, en: altEn }, ...size })
      }
      const content: DraftStory = {
        id: body.id ?? randomUUID(),
        title: { tw: body.titleTw, en: body.titleEn },
        text: { tw: body.textTw, en: body.textEn },
        day: body.day,
        pictures,
      }
      const linkId = await keepDraft(db, { memberId, kind: 'highlight', subject: body.id ?? '', content }, now)
      const { token, expiresAt } = await signDraft(tokens, 'preview-highlight', linkId, now)
      return reply(200, { token, path: `/highlights?preview=${token}`, expiresAt: isoAt(expiresAt) })
    },
  )
}
