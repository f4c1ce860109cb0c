import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import type { z } from 'zod'
import { findVersion, listArticleVersions, readArticleSavers } from './history-store.ts'
import { presentStaffListed, presentStaffWhole, presentVersion } from './present.ts'
import { historyApi, publishingApi, type PublishingDeps } from './publishing-api.ts'
import type { ArticleKind } from './rules.ts'
import { findArticle, listArticles } from './store.ts'
import {
  ArticleIdBody,
  ArticleParams,
  ChangeDocBody,
  ChangeNewsBody,
  DocDraftBody,
  NewDocBody,
  NewNewsBody,
  NewsDraftBody,
  PublishBody,
  RestoreBody,
  SavedAnswer,
  StaffArticleAnswer,
  StaffArticlesAnswer,
  StaffArticlesQuery,
  VersionAnswer,
  VersionQuery,
  VisibilityAnswer,
  type WrittenBody,
} from './wire.ts'
import { articleShelf, createArticle, editArticle, restoreArticle, type SaveRefusal } from './write-article.ts'

const saveStatus = {
  not_found: 404,
  article_changed: 409,
  article_incomplete: 409,
  no_such_file: 422,
} as const satisfies StatusOf<SaveRefusal>
const refusals = {
  publish: { not_found: 404, article_incomplete: 409, expires_too_early: 422 },
  withdraw: { not_found: 404, article_not_published: 409 },
  remove: { not_found: 404, article_not_draft: 409 },
}

const news = {
  kind: 'news',
  noun: 'news',
  page: '/news/detail',
  save: '/api/Staff/News',
  list: '/api/Staff/News/List',
  detail: '/api/Staff/News/Detail',
  publish: '/api/Staff/News/Publish',
  withdraw: '/api/Staff/News/Withdraw',
  remove: '/api/Staff/News/{id}',
  preview: '/api/Staff/News/Preview',
  history: '/api/Staff/News/History',
  version: '/api/Staff/News/Version',
  restore: '/api/Staff/News/Restore',
  draft: '/api/Staff/News/Draft',
  drafted: NewsDraftBody,
  created: NewNewsBody,
  changed: ChangeNewsBody,
}
const documents = {
  kind: 'document',
  noun: 'a document',
  page: '/documents/detail',
  save: '/api/Staff/Doc',
  list: '/api/Staff/Doc/List',
  detail: '/api/Staff/Doc/Detail',
  publish: '/api/Staff/Doc/Publish',
  withdraw: '/api/Staff/Doc/Withdraw',
  remove: '/api/Staff/Doc/{id}',
  preview: '/api/Staff/Doc/Preview',
  history: '/api/Staff/Doc/History',
  version: '/api/Staff/Doc/Version',
  restore: '/api/Staff/Doc/Restore',
  draft: '/api/Staff/Doc/Draft',
  drafted: DocDraftBody,
  created: NewDocBody,
  changed: ChangeDocBody,
}
type Spelling = Omit<typeof news | typeof documents, 'kind'> & { kind: ArticleKind }

const writtenFrom = (body: WrittenBody) => ({
  category: body.category,
  pinned: body.pinned,
  title: { tw: body.titleTw, en: body.titleEn },
  summary: { tw: body.summaryTw, en: body.summaryEn },
  body: { tw: body.bodyTw, en: body.bodyEn },
  fileIds: body.fileIds,
})

/** Staff calls of news and documents. */
export function articlesStaffApi(api: Api, deps: PublishingDeps): void {
  for (const spelling of [news, documents] as Spelling[]) {
    const { db } = deps
    const { kind } = spelling
    const shared = {
      ...spelling,
      shelf: articleShelf(kind),
      purpose: 'preview-article' as const,
      params: ArticleParams,
      exists: async (id: number) => (await findArticle(db, id, kind, undefined)) !== undefined,
    }
    writingApi(api, deps, spelling)
    publishingApi(api, deps, {
      ...shared,
      published: PublishBody,
      idBody: ArticleIdBody,
      moved: VisibilityAnswer,
      presentMoved: (_, standing) => ({ standing }),
      refusals,
    })
    historyApi(api, deps, {
      ...shared,
      versionQuery: VersionQuery,
      versionAnswer: VersionAnswer,
      restoreBody: RestoreBody,
      saved: SavedAnswer,
      drafted: spelling.drafted as z.ZodType<WrittenBody & { id?: number | undefined }>,
      saveStatus,
      listVersions: (id) => listArticleVersions(db, id),
      async findVersion({ id, version }) {
        const found = await findVersion(db, id, kind, version)
        return found && presentVersion(found)
      },
      bringBack: (restoring, by, audit, now) => restoreArticle(db, { ...restoring, kind, by }, audit, now),
      contentOf: async (typed) => writtenFrom(typed),
    })
  }
}

function writingApi(api: Api, { db }: PublishingDeps, { kind, noun, save, list, detail, created, changed }: Spelling): void {
  api.add(
    {
      method: 'post',
      path: save,
      summary: `Write ${noun}: a draft, in one language or both`,
      access: editorRoles,
      body: created as z.ZodType<WrittenBody>,
      answers: { 201: SavedAnswer },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const saved = await createArticle(db, { kind, ...writtenFrom(body), by: session.memberId }, audit, now)
      return saved.ok ? reply(201, saved.value) : saved
    },
  )

  api.add(
    {
      method: 'put',
      path: save,
      summary: `Change ${noun}; refused when somebody else has saved it since that version`,
      access: editorRoles,
      body: changed as z.ZodType<WrittenBody & { id: number; version: number }>,
      answers: { 200: SavedAnswer },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const { id, version } = body
      const saved = await editArticle(db, { id, version, kind, ...writtenFrom(body), by: session.memberId }, audit, now)
      return saved.ok ? reply(200, saved.value) : saved
    },
  )

  api.add(
    {
      method: 'get',
      path: list,
      summary: 'All of them, whatever their state; what was touched last comes first',
      access: editorRoles,
      query: StaffArticlesQuery,
      answers: { 200: StaffArticlesAnswer },
    },
    async ({ query: { state, standing, keyword, page, pageSize }, now }) => {
      const stands = standing && { is: standing, now }
      const asked = { kind, category: undefined, keyword, shownAt: undefined, state, standing: stands, page, pageSize }
      const { items, total } = await listArticles(db, asked)
      const savers = await readArticleSavers(
        db,
        items.map((one) => one.id),
      )
      return reply(200, { items: items.map((one) => presentStaffListed(one, savers.get(one.id), now)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: detail,
      summary: 'As it was written, in both languages',
      access: editorRoles,
      query: ArticleParams,
      answers: { 200: StaffArticleAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, now }) => {
      const article = await findArticle(db, query.id, kind, undefined)
      if (!article) return refuse({ code: 'not_found' })
      return reply(200, presentStaffWhole(article, (await readArticleSavers(db, [article.id])).get(article.id), now))
    },
  )
}
