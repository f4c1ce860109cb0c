import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import { addPreviewCall } from '#http/preview-call.ts'
import { signPreview } from '#modules/logins/preview-link.ts'
import type { ContentDeps } from './deps.ts'
import type { ArticleKind } from './rules.ts'
import { findArticle } from './store.ts'
import { ArticleIdBody, PublishBody, VisibilityAnswer } from './wire.ts'
import { publishArticle, withdrawArticle, type PublishRefusal, type WithdrawRefusal } from './write-article.ts'

const publishStatus = { not_found: 404, article_incomplete: 409, expires_too_early: 422 } as const satisfies StatusOf<PublishRefusal>
const withdrawStatus = { not_found: 404, article_not_published: 409 } as const satisfies StatusOf<WithdrawRefusal>

/** Paths of one kind of articles, and the page that shows one. */
export type PublishSpelling = { kind: ArticleKind; publish: string; withdraw: string; preview: string; page: string }

/** Publishing and withdrawing. */
export function publishingApi(
  api: Api,
  { db, tokens, publicUrl }: ContentDeps,
  { kind, publish, withdraw, preview, page }: PublishSpelling,
): void {
  api.add(
    {
      method: 'post',
      path: publish,
      summary: 'Publish now or from a moment to come, for good or until another',
      access: editorRoles,
      body: PublishBody,
      answers: { 200: VisibilityAnswer },
      refusals: publishStatus,
    },
    async ({ body: { id, publishAt, expiresAt }, audit, now }) => {
      const published = await publishArticle(db, { id, kind, publishAt, expiresAt }, audit, now)
      return published.ok ? reply(200, { standing: published.value }) : published
    },
  )

  api.add(
    {
      method: 'post',
      path: withdraw,
      summary: 'Take it away from everybody, at once; it can be published again',
      access: editorRoles,
      body: ArticleIdBody,
      answers: { 200: VisibilityAnswer },
      refusals: withdrawStatus,
    },
    async ({ body, audit, now }) => {
      const withdrawn = await withdrawArticle(db, { id: body.id, kind }, audit, now)
      return withdrawn.ok ? reply(200, { standing: 'withdrawn' }) : withdrawn
    },
  )

  addPreviewCall(api, {
    path: preview,
    body: ArticleIdBody,
    page: `${publicUrl}${page}`,
    db,
    kind,
    exists: async (id) => (await findArticle(db, id, kind, undefined)) !== undefined,
    sign: (id, now) => signPreview(tokens, 'preview-article', id, now),
  })
}
