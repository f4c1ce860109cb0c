import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import type { z } from 'zod'
import { publishingApi, type PublishSpelling } from './article-publish-api.ts'
import type { ContentDeps } from './deps.ts'
import { presentStaffListed, presentStaffWhole } from './present.ts'
import { historyApi, saveStatus, writtenFrom, type HistorySpelling } from './article-history-api.ts'
import { readSavers } from './history-store.ts'
import { findArticle, listArticles } from './store.ts'
import {
  ArticleParams,
  ChangeDocBody,
  ChangeNewsBody,
  DocDraftBody,
  NewDocBody,
  NewNewsBody,
  NewsDraftBody,
  SavedAnswer,
  StaffArticleAnswer,
  StaffArticlesAnswer,
  StaffArticlesQuery,
  type WrittenBody,
} from './wire.ts'
import { createArticle, deleteArticle, editArticle, type DeleteRefusal } from './write-article.ts'

const deleteStatus = { not_found: 404, article_not_draft: 409 } as const satisfies StatusOf<DeleteRefusal>

type Spelling = PublishSpelling &
  HistorySpelling & {
    /** Its noun, for messages. */
    noun: string
    save: string
    list: string
    detail: string
    remove: string
    created: typeof NewNewsBody | typeof NewDocBody
    changed: typeof ChangeNewsBody | typeof ChangeDocBody
  }

const news: Spelling = {
  kind: 'news',
  noun: 'news',
  save: '/api/Staff/News',
  list: '/api/Staff/News/List',
  detail: '/api/Staff/News/Detail',
  publish: '/api/Staff/News/Publish',
  withdraw: '/api/Staff/News/Withdraw',
  remove: '/api/Staff/News/{id}',
  preview: '/api/Staff/News/Preview',
  page: '/news/detail',
  history: '/api/Staff/News/History',
  version: '/api/Staff/News/Version',
  restore: '/api/Staff/News/Restore',
  draft: '/api/Staff/News/Draft',
  drafted: NewsDraftBody,
  created: NewNewsBody,
  changed: ChangeNewsBody,
}
const documents: Spelling = {
  kind: 'document',
  noun: 'a document',
  save: '/api/Staff/Doc',
  list: '/api/Staff/Doc/List',
  detail: '/api/Staff/Doc/Detail',
  publish: '/api/Staff/Doc/Publish',
  withdraw: '/api/Staff/Doc/Withdraw',
  remove: '/api/Staff/Doc/{id}',
  preview: '/api/Staff/Doc/Preview',
  page: '/documents/detail',
  history: '/api/Staff/Doc/History',
  version: '/api/Staff/Doc/Version',
  restore: '/api/Staff/Doc/Restore',
  draft: '/api/Staff/Doc/Draft',
  drafted: DocDraftBody,
  created: NewDocBody,
  changed: ChangeDocBody,
}

/** Staff calls of news and documents. */
export function articlesStaffApi(api: Api, deps: ContentDeps): void {
  for (const spelling of [news, documents]) {
    writingApi(api, deps, spelling)
    publishingApi(api, deps, spelling)
    historyApi(api, deps, spelling)
  }
}

function writingApi(api: Api, { db }: ContentDeps, { kind, noun, save, list, detail, remove, created, changed }: Spelling): void {
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
      const savers = await readSavers(
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
      return reply(200, presentStaffWhole(article, (await readSavers(db, [article.id])).get(article.id), now))
    },
  )

  api.add(
    {
      method: 'delete',
      path: remove,
      summary: 'Remove a draft; what was published can only be withdrawn',
      access: editorRoles,
      params: ArticleParams,
      answers: { 204: null },
      refusals: deleteStatus,
    },
    async ({ params, audit, now }) => done(await deleteArticle(db, { id: params.id, kind }, audit, now)),
  )
}
