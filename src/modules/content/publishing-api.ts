import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { Refusal, StatusOf } from '#http/problem.ts'
import { editorRoles } from '#http/session.ts'
import type { Words } from '#i18n/words.ts'
import { refuse, type Result } from '#lib/result.ts'
import { isoAt } from '#lib/zone.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { z } from 'zod'
import { signPreview, type PreviewPurpose } from './preview-link.ts'
import { presentHistory } from './present.ts'
import { deleteDraft, publish, withdraw, type DeleteRefusal, type Noun, type Shelf, type WithdrawRefusal } from './publish.ts'
import type { Dated, ExpiresTooEarly, Visibility } from './publishing-rules.ts'
import { keepDraft, listMoves, versionsKept, type DraftKind, type ListedVersion } from './publishing-store.ts'
import { DraftAnswer, HistoryAnswer, PreviewAnswer } from './publishing-wire.ts'

export type PublishingDeps = { db: Db; tokens: Tokens; publicUrl: string }

/** Statuses of the refusals of a call that reads by a preview link. */
export const previewStatus = { not_found: 404, preview_expired: 410 } as const

/** Where news, documents or stories are shown, and by which links before they are. */
type Previewed = { purpose: PreviewPurpose; page: string }
type Answer<T> = z.ZodType<T, T>

/** What the calls that publish differ in. */
export type PublishSpelling<Id, One extends Dated & { title: Words }, N extends Noun, W extends Refusal, Moved> = Previewed & {
  shelf: Shelf<Id, One, N, W>
  publish: string
  withdraw: string
  remove: string
  preview: string
  published: z.ZodType<{ id: Id; publishAt?: Date | undefined; expiresAt: Date | null }>
  idBody: z.ZodType<{ id: Id }>
  params: z.ZodType<{ id: Id }>
  moved: Answer<Moved>
  presentMoved(id: Id, standing: Visibility): Moved
  refusals: {
    publish: StatusOf<{ code: 'not_found' } | ExpiresTooEarly | W>
    withdraw: StatusOf<WithdrawRefusal<N>>
    remove: StatusOf<DeleteRefusal<N>>
  }
  exists(id: Id): Promise<boolean>
}

/** Publishing, withdrawing, and links that show it before. */
export function publishingApi<Id extends number | string, One extends Dated & { title: Words }, N extends Noun, W extends Refusal, Moved>(
  api: Api,
  { db, tokens, publicUrl }: PublishingDeps,
  spelling: PublishSpelling<Id, One, N, W, Moved>,
): void {
  const { shelf, purpose, page, idBody, params, moved, presentMoved, refusals, exists } = spelling
  api.add(
    {
      method: 'post',
      path: spelling.publish,
      summary: 'Publish now or from a moment to come, for good or until another',
      access: editorRoles,
      body: spelling.published,
      answers: { 200: moved },
      refusals: refusals.publish,
    },
    async ({ body, audit, now }) => {
      const published = await publish(db, shelf, body, audit, now)
      return published.ok ? reply(200, presentMoved(body.id, published.value)) : published
    },
  )

  api.add(
    {
      method: 'post',
      path: spelling.withdraw,
      summary: 'Take it away from everybody, at once; it can be published again',
      access: editorRoles,
      body: idBody,
      answers: { 200: moved },
      refusals: refusals.withdraw,
    },
    async ({ body: { id }, audit, now }) => {
      const withdrawn = await withdraw(db, shelf, id, audit, now)
      return withdrawn.ok ? reply(200, presentMoved(id, 'withdrawn')) : withdrawn
    },
  )

  api.add(
    {
      method: 'delete',
      path: spelling.remove,
      summary: 'Remove a draft; what was published can only be withdrawn',
      access: editorRoles,
      params,
      answers: { 204: null },
      refusals: refusals.remove,
    },
    async ({ params: { id }, audit, now }) => done(await deleteDraft(db, shelf, id, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: spelling.preview,
      summary: 'A link that shows it as it will be, to whoever has the link, for a week',
      access: editorRoles,
      body: idBody,
      answers: { 200: PreviewAnswer },
      refusals: { not_found: 404 },
    },
    async ({ body: { id }, audit, now }) => {
      if (!(await exists(id))) return refuse({ code: 'not_found' })
      const { token, expiresAt } = await signPreview(tokens, purpose, id, now)
      await audit(db, { action: 'preview.shared', subject: { kind: shelf.kind, id: String(id) }, after: { expiresAt } })
      return reply(200, { token, url: `${publicUrl}${page}?preview=${token}`, expiresAt: isoAt(expiresAt) })
    },
  )
}

type Saved<Id> = { id: Id; version: number }
type Restoring<Id> = Saved<Id> & { restored: number }

/** What the calls about earlier versions differ in. */
export type HistorySpelling<Id, Typed extends { id?: Id | undefined }, S extends Refusal, Version> = Previewed & {
  shelf: { kind: DraftKind; noun: Noun }
  history: string
  version: string
  restore: string
  draft: string
  params: z.ZodType<{ id: Id }>
  versionQuery: z.ZodType<Saved<Id>>
  versionAnswer: Answer<Version>
  restoreBody: z.ZodType<Restoring<Id>>
  saved: Answer<Saved<Id>>
  drafted: z.ZodType<Typed>
  saveStatus: StatusOf<S>
  exists(id: Id): Promise<boolean>
  listVersions(id: Id): Promise<ListedVersion[]>
  findVersion(asked: Saved<Id>): Promise<Version | undefined>
  bringBack(restoring: Restoring<Id>, by: string, audit: Audit, now: Date): Promise<Result<Saved<Id>, S>>
  /** What the draft keeps of what its writer has typed. */
  contentOf(typed: Typed, by: string): Promise<object>
}

/** Earlier versions, and the preview of what is not saved. */
export function historyApi<Id extends number | string, Typed extends { id?: Id | undefined }, S extends Refusal, Version>(
  api: Api,
  { db, tokens }: PublishingDeps,
  spelling: HistorySpelling<Id, Typed, S, Version>,
): void {
  const { shelf, params, saveStatus, exists, listVersions, findVersion, bringBack } = spelling
  api.add(
    {
      method: 'get',
      path: spelling.history,
      summary: 'Who saved, published and withdrew it, and which fields each version changed; the newest fifty versions',
      access: editorRoles,
      query: params,
      answers: { 200: HistoryAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { id } }) => {
      if (!(await exists(id))) return refuse({ code: 'not_found' })
      const subject = { kind: shelf.kind, id: String(id), noun: shelf.noun }
      const [versions, moves] = await Promise.all([listVersions(id), listMoves(db, subject, versionsKept)])
      return reply(200, presentHistory(versions, moves))
    },
  )

  api.add(
    {
      method: 'get',
      path: spelling.version,
      summary: 'One version as it was saved',
      access: editorRoles,
      query: spelling.versionQuery,
      answers: { 200: spelling.versionAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query }) => {
      const found = await findVersion(query)
      return found ? reply(200, found) : refuse({ code: 'not_found' })
    },
  )

  api.add(
    {
      method: 'post',
      path: spelling.restore,
      summary: 'Bring an earlier version back, as a new version; refused when somebody else has saved it since that version',
      access: editorRoles,
      body: spelling.restoreBody,
      answers: { 200: spelling.saved },
      refusals: saveStatus,
    },
    async ({ body, session, audit, now }) => {
      const restored = await bringBack(body, session.memberId, audit, now)
      return restored.ok ? reply(200, restored.value) : restored
    },
  )

  api.add(
    {
      method: 'post',
      path: spelling.draft,
      summary:
        'A link to the real page that shows what is being written before it is saved, for twelve hours; files that the caller may not use are left out',
      access: editorRoles,
      body: spelling.drafted,
      answers: { 200: DraftAnswer },
    },
    async ({ body, session: { memberId }, now }) => {
      const content = await spelling.contentOf(body, memberId)
      const linkId = await keepDraft(db, { memberId, kind: shelf.kind, subject: String(body.id ?? ''), content }, now)
      const { token, expiresAt } = await signPreview(tokens, spelling.purpose, linkId, now)
      return reply(200, { token, path: `${spelling.page}?preview=${token}`, expiresAt: isoAt(expiresAt) })
    },
  )
}
