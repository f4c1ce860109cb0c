import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { isoAt } from '#lib/zone.ts'
import { HistoryAnswer } from '#modules/audit/history-wire.ts'
import { presentHistory } from '#modules/audit/history-present.ts'
import { listPublishing } from '#modules/audit/publishing-store.ts'
import { keepDraft } from '#modules/logins/preview-draft-store.ts'
import { signDraft } from '#modules/logins/preview-link.ts'
import type { z } from 'zod'
import type { ContentDeps } from './deps.ts'
import { findVersion, listVersions, versionsKept } from './history-store.ts'
import { presentVersion } from './present.ts'
import type { ArticleKind } from './rules.ts'
import { findArticle } from './store.ts'
import { ArticleParams, DraftAnswer, RestoreBody, SavedAnswer, VersionAnswer, VersionQuery, type WrittenBody } from './wire.ts'
import { restoreArticle, type SaveRefusal } from './write-article.ts'

export const saveStatus = {
  not_found: 404,
  article_changed: 409,
  article_incomplete: 409,
  no_such_file: 422,
} as const satisfies StatusOf<SaveRefusal>

export const writtenFrom = (body: WrittenBody) => ({
  category: body.category,
  pinned: body.pinned,
  title: { tw: body.titleTw, en: body.titleEn },
  summary: { tw: body.summaryTw, en: body.summaryEn },
  body: { tw: body.bodyTw, en: body.bodyEn },
  fileIds: body.fileIds,
})

/** Paths of one kind of articles. */
export type HistorySpelling = {
  kind: ArticleKind
  page: string
  history: string
  version: string
  restore: string
  draft: string
  drafted: z.ZodType
}

/** Earlier versions, and the preview of what is not saved. */
export function historyApi(api: Api, { db, tokens }: ContentDeps, spelling: HistorySpelling): void {
  const { kind, page, history, version, restore, draft, drafted } = spelling
  api.add(
    {
      method: 'get',
      path: history,
      summary: 'Who saved, published and withdrew it, and which fields each version changed; the newest fifty versions',
      access: editorRoles,
      query: ArticleParams,
      answers: { 200: HistoryAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { id } }) => {
      if (!(await findArticle(db, id, kind, undefined))) return refuse({ code: 'not_found' })
      const [versions, moves] = await Promise.all([
        listVersions(db, id),
        listPublishing(db, { kind, id: String(id), noun: 'article' }, versionsKept),
      ])
      return reply(200, presentHistory(versions, moves))
    },
  )

  api.add(
    {
      method: 'get',
      path: version,
      summary: 'One version as it was saved',
      access: editorRoles,
      query: VersionQuery,
      answers: { 200: VersionAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query }) => {
      const found = await findVersion(db, query.id, kind, query.version)
      return found ? reply(200, presentVersion(found)) : refuse({ code: 'not_found' })
    },
  )

  api.add(
    {
      method: 'post',
      path: restore,
      summary: 'Bring an earlier version back, as a new version; refused when somebody else has saved it since that version',
      access: editorRoles,
      body: RestoreBody,
      answers: { 200: SavedAnswer },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const restored = await restoreArticle(db, { ...body, kind, by: session.memberId }, audit, now)
      return restored.ok ? reply(200, restored.value) : restored
    },
  )

  api.add(
    {
      method: 'post',
      path: draft,
      summary: 'A link to the real page that shows what is being written before it is saved, for twelve hours',
      access: editorRoles,
      body: drafted as z.ZodType<WrittenBody & { id?: number | undefined }>,
      answers: { 200: DraftAnswer },
    },
    async ({ body, session, now }) => {
      const kept = { memberId: session.memberId, kind, subject: String(body.id ?? ''), content: writtenFrom(body) }
      const { token, expiresAt } = await signDraft(tokens, 'preview-article', await keepDraft(db, kept, now), now)
      return reply(200, { token, path: `${page}?preview=${token}`, expiresAt: isoAt(expiresAt) })
    },
  )
}
