import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { suspendedProblem } from '#modules/orders/texts.ts'
import { cancelPreOrder, type CancelRefusal } from './cancel-preorder.ts'
import type { PreOrdersDeps } from './deps.ts'
import { checkLines } from './check-lines.ts'
import { giveBack, type GiveBackRefusal } from './give-back.ts'
import { lineFrom } from './line-wire.ts'
import { presentChecked, presentDetail, presentListed } from './present.ts'
import { listPreOrders, readPreOrder } from './read-preorder.ts'
import { saveDraft, type DraftRefusal } from './save-draft.ts'
import { seasonApi, viewStatus } from './season-api.ts'
import { sendDocuments, type SendDocumentsRefusal } from './keep-documents.ts'
import { submittingApi } from './submitting-api.ts'
import {
  CancelledAnswer,
  CheckLinesAnswer,
  CheckLinesBody,
  DetailAnswer,
  DetailQuery,
  DocumentsBody,
  DraftAnswer,
  DraftBody,
  GaveBackAnswer,
  GiveBackBody,
  ListAnswer,
  ListQuery,
  OrderNoBody,
  SentDocumentsAnswer,
} from './wire.ts'
import { overCapReason } from './texts.ts'

const draftStatus = {
  not_found: 404,
  already_submitted: 409,
  too_many_drafts: 409,
  documents_unknown: 422,
  documents_too_many: 422,
} as const satisfies StatusOf<DraftRefusal>
const documentsStatus = {
  not_found: 404,
  cannot_edit: 409,
  documents_unknown: 422,
  documents_too_many: 422,
} as const satisfies StatusOf<SendDocumentsRefusal>
const cancelStatus = { not_found: 404, cannot_cancel: 409, too_many_requests: 429 } as const satisfies StatusOf<CancelRefusal>
const giveBackStatus = { not_found: 404, cannot_give_back: 409 } as const satisfies StatusOf<GiveBackRefusal>
/** Calls of communities: their pre-orders. */
export function preOrdersApi(api: Api, deps: PreOrdersDeps): void {
  const { db, catalogues, rounds, bookingsChanged, moneyOwed } = deps
  const reading = { db, catalogues, rounds }
  seasonApi(api, reading)
  submittingApi(api, deps)

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/Community/List/Order',
      summary: 'B16 The community’s own pre-orders, the last changed first',
      access: 'community',
      query: ListQuery,
      answers: { 200: ListAnswer },
    },
    async ({ query: { status, page, pageSize }, session, locale, now }) => {
      const { shown, total } = await listPreOrders(reading, { memberId: session.memberId, status, page, pageSize }, now)
      return reply(200, { items: shown.map((one) => presentListed(one, locale)), total, page, pageSize, serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/Community/Detail',
      summary: 'B21 One pre-order, by its number',
      access: 'community',
      query: DetailQuery,
      answers: { 200: DetailAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, session, locale, now }) => {
      const found = await readPreOrder(reading, { orderNo: query.orderNo, memberId: session.memberId }, now)
      return found.ok ? reply(200, presentDetail(found.value, locale, now)) : found
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/PreOrder/Community/Check',
      reads: true,
      summary: 'What submitting these lines would do now, date by date, with prices and the nearest alternatives; it takes nothing',
      access: 'community',
      body: CheckLinesBody,
      answers: { 200: CheckLinesAnswer },
      refusals: viewStatus,
    },
    async ({ body: { lines, orderNo, roundId }, session, locale, now }) => {
      const checked = await checkLines(reading, { memberId: session.memberId, lines: lines.map(lineFrom), orderNo, roundId }, now)
      if (!checked.ok) return checked
      const { over, suspendedUntil, fullestWeek, amount } = checked.value
      return reply(200, {
        lines: checked.value.lines.map((line) => presentChecked(line, locale)),
        problems: [
          ...suspendedProblem(suspendedUntil, locale),
          ...(over ? [{ code: 'over_cap', title: overCapReason(over, locale), week: over.week }] : []),
        ],
        fullestWeek,
        amount,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/PreOrder/Community/Draft',
      summary: 'Save a draft as it is typed; without a number it makes one',
      access: 'community',
      body: DraftBody,
      answers: { 200: DraftAnswer },
      refusals: draftStatus,
    },
    async ({ body, session, now }) => {
      const saved = await saveDraft(deps, { ...body, lines: body.lines.map(lineFrom), memberId: session.memberId }, now)
      return saved.ok ? reply(200, { orderNo: saved.value.orderNo, savedAt: now.toISOString() }) : saved
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/PreOrder/Community/Documents',
      summary: 'Send documents after review: exactly these belong to the pre-order from now on',
      access: 'community',
      body: DocumentsBody,
      answers: { 200: SentDocumentsAnswer },
      refusals: documentsStatus,
    },
    async ({ body, session, now }) => {
      const sent = await sendDocuments(db, { ...body, memberId: session.memberId }, now)
      return sent.ok ? reply(200, { orderNo: body.orderNo, status: sent.value.state }) : sent
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/PreOrder/Community/Cancel',
      summary: 'B25 Cancel a pre-order: its periods are free again at once; a draft is removed',
      access: 'community',
      body: OrderNoBody,
      answers: { 200: CancelledAnswer },
      refusals: cancelStatus,
    },
    async ({ body: { orderNo }, session, now }) => {
      const cancelled = await cancelPreOrder(deps, { orderNo, memberId: session.memberId }, now)
      if (!cancelled.ok) return cancelled
      bookingsChanged(cancelled.value.facilityIds)
      return reply(200, { orderNo })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/PreOrder/Community/GiveBack',
      summary: 'Give back one date of a confirmed season, up to 48 hours before',
      access: 'community',
      body: GiveBackBody,
      answers: { 200: GaveBackAnswer },
      refusals: giveBackStatus,
    },
    async ({ body, session, now }) => {
      const given = await giveBack(deps, { ...body, memberId: session.memberId }, now)
      if (!given.ok) return given
      moneyOwed([given.value.facilityId])
      return reply(200, { refund: given.value.refund })
    },
  )
}
