import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { financeRoles, managerOrFinanceRoles } from '#http/session.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { RefundsDeps } from './deps.ts'
import { presentListed, presentRefundStory } from './office-present.ts'
import {
  RefundQueueAnswer,
  RefundSearchAnswer,
  RefundSearchQuery,
  RefundStoryAnswer,
  ResolveBody,
  ResolvedAnswer,
  SignedAnswer,
} from './office-wire.ts'
import { findNeedy, searchRefunds } from './queue-store.ts'
import { readRefundStory } from './read-refund.ts'
import { resolveUnclear, type ResolveRefusal } from './resolve-unclear.ts'
import { signRefund, type SignRefusal } from './sign-refund.ts'
import { RefundNoBody, RefundNoParams } from './wire.ts'

const signStatus = { not_found: 404, nothing_to_sign: 409, signed_by_you: 409, own_refund: 403 } as const satisfies StatusOf<SignRefusal>
const resolveStatus = {
  not_found: 404,
  refund_not_unclear: 409,
  own_refund: 403,
  signed_by_you: 409,
} as const satisfies StatusOf<ResolveRefusal>

const pageSize = 50

/** The console's refunds: what needs somebody, all of them, and one with its story. */
export function refundsOfficeApi(api: Api, deps: RefundsDeps): void {
  readRefunds(api, deps)
  const { db, refundsDue, lettersDue } = deps
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Sign',
      summary: 'Agree that a refund above the centre’s amount leaves; two people have to',
      access: managerOrFinanceRoles,
      body: RefundNoBody,
      answers: { 200: SignedAnswer },
      refusals: signStatus,
    },
    async ({ body: { refundNo }, session, audit, now }) => {
      const signed = await signRefund(db, { refundNo, by: session.memberId }, audit, now)
      if (!signed.ok) return signed
      if (signed.value.isSentAgain) refundsDue()
      return reply(200, { complete: signed.value.isComplete })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Refund/Resolve',
      summary:
        'Say what came of a card refund without a clear answer, or with one that came late: it arrived, it did not although it is booked, send it again, or make it a transfer',
      access: financeRoles,
      body: ResolveBody,
      answers: { 200: ResolvedAnswer },
      refusals: resolveStatus,
    },
    async ({ body, session, audit, now }) => {
      const resolved = await resolveUnclear(db, { ...body, by: session.memberId }, audit, now)
      if (!resolved.ok) return resolved
      refundsDue()
      lettersDue()
      return reply(200, resolved.value)
    },
  )
}

function readRefunds(api: Api, { db, catalogues, providers }: RefundsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Queue',
      summary:
        'Refunds that need somebody: perhaps refunded twice, or booked and refused, or without a clear answer first, then decisions, guests whose refund failed, and second signatures, oldest first',
      access: managerOrFinanceRoles,
      answers: { 200: RefundQueueAnswer },
    },
    async ({ locale, now }) => {
      const { transfers } = await readLimits(db)
      const rows = await findNeedy(db, transfers.secondPersonAbove)
      return reply(200, {
        items: rows.map((row) => presentListed(row, locale)),
        count: rows[0]?.count ?? 0,
        amount: rows[0]?.total ?? 0,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Search',
      summary: 'All refunds by state, way, batch, day, person and order, the latest change first',
      access: managerOrFinanceRoles,
      query: RefundSearchQuery,
      answers: { 200: RefundSearchAnswer },
    },
    async ({ query: { status, q, after, ...filter }, locale, now }) => {
      const { transfers } = await readLimits(db)
      const [micros = '', id = ''] = after?.split('.') ?? []
      const search = { ...filter, state: status, words: q || undefined, limit: pageSize, ...(after && { after: { micros, id } }) }
      const rows = await searchRefunds(db, search, transfers.secondPersonAbove)
      const shown = rows.slice(0, pageSize)
      const last = rows.length > pageSize ? shown.at(-1) : undefined
      return reply(200, {
        items: shown.map((row) => presentListed(row, locale)),
        next: last ? `${last.micros}.${last.id}` : null,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Refund/Story/{id}',
      summary: 'One refund: account, payment, attempts, signatures and steps',
      access: managerOrFinanceRoles,
      params: RefundNoParams,
      answers: { 200: RefundStoryAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, session, audit, locale, now }) => {
      const story = await readRefundStory({ db, catalogues, providers }, { refundNo: params.id, viewer: session.memberId }, audit, now)
      return story.ok ? reply(200, presentRefundStory(story.value, locale)) : story
    },
  )
}
