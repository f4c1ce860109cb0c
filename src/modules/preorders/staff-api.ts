import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { PreOrdersDeps } from './deps.ts'
import { presentDetail, presentListed } from './present.ts'
import { presentForStaff } from './present-season.ts'
import { listPreOrders, readPreOrder } from './read-preorder.ts'
import { reviewPreOrder, type ReviewRefusal } from './review-preorder.ts'
import { countPreOrders } from './round-store.ts'
import { inWords, roundFrom } from './round-from.ts'
import { saveRound, type RoundRefusal } from './save-round.ts'
import { seasonStaffApi } from './season-staff-api.ts'
import {
  ChangeRoundBody,
  Decision,
  ReviewedAnswer,
  RoundBody,
  RoundIdAnswer,
  StaffDetailAnswer,
  StaffListAnswer,
  StaffListQuery,
  StaffRoundsAnswer,
} from './staff-wire.ts'
import { DetailQuery } from './wire.ts'

const roundStatus = {
  round_invalid: 422,
  not_found: 404,
  changed_meanwhile: 409,
  round_frozen: 409,
} as const satisfies StatusOf<RoundRefusal>
const reviewStatus = {
  not_found: 404,
  own_card: 403,
  already_reviewed: 409,
  no_dates_left: 409,
  season_cannot_be_paid: 409,
} as const satisfies StatusOf<ReviewRefusal>

/** Calls of staff: rounds, and reviews of pre-orders. */
export function preOrdersStaffApi(api: Api, deps: PreOrdersDeps): void {
  const { db, catalogues, rounds, canPayOnline, passOn, entrants, bookingsChanged } = deps
  const reading = { db, catalogues, rounds, canPayOnline, passOn, entrants }
  seasonStaffApi(api, deps)

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Round',
      summary: 'Make a round: its season, its window, what takes part and how much a community may have',
      access: managerRoles,
      body: RoundBody,
      answers: { 201: RoundIdAnswer },
      refusals: roundStatus,
    },
    async ({ body, session, audit, locale, now }) => {
      const saved = await saveRound(reading, { ...roundFrom(body, await readLimits(db)), by: session.memberId }, audit, now)
      return saved.ok ? reply(201, saved.value) : refuse(presentRefusal(saved.refusal, locale, now))
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Round',
      summary: 'Change a round; dates that communities already have stay theirs',
      access: managerRoles,
      body: ChangeRoundBody,
      answers: { 200: RoundIdAnswer },
      refusals: roundStatus,
    },
    async ({ body, session, audit, locale, now }) => {
      const saved = await saveRound(
        reading,
        { ...roundFrom(body, await readLimits(db)), id: body.id, version: body.version, by: session.memberId },
        audit,
        now,
      )
      if (saved.ok) bookingsChanged([])
      return saved.ok ? reply(200, saved.value) : refuse(presentRefusal(saved.refusal, locale, now))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Round/List',
      summary: 'All rounds, the newest first',
      access: deskRoles,
      answers: { 200: StaffRoundsAnswer },
    },
    async ({ now }) => {
      rounds.forget()
      const counts = await countPreOrders(db)
      const items = (await rounds.all()).map((round) => {
        const { version: _, changedBy: __, changedAt: ___, ...shown } = presentForStaff(round, { changedBy: null, changedAt: null }, now)
        const { total = 0, submitted = 0, needsDocuments = 0 } = counts.get(round.id) ?? {}
        return { ...shown, preOrders: total, submitted, needsDocuments }
      })
      return reply(200, items)
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/PreOrder/List',
      summary: 'What communities have submitted',
      access: deskRoles,
      query: StaffListQuery,
      answers: { 200: StaffListAnswer },
    },
    async ({ query: { status, roundId, page, pageSize }, locale, now }) => {
      const { shown, total } = await listPreOrders(reading, { memberId: undefined, status, roundId, page, pageSize }, now)
      const items = shown.map((one) => ({ ...presentListed(one, locale), communityName: one.preOrder.communityName }))
      return reply(200, { items, total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/PreOrder/Detail',
      summary: 'One pre-order of a community',
      access: deskRoles,
      query: DetailQuery,
      answers: { 200: StaffDetailAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, locale, now }) => {
      const found = await readPreOrder(reading, { orderNo: query.orderNo, memberId: undefined }, now)
      if (!found.ok) return found
      const { communityName, email } = found.value.preOrder
      return reply(200, { ...presentDetail(found.value, locale, now), communityName, email })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/PreOrder/Review',
      summary: 'Ask for documents, approve or reject; what is approved becomes an order to pay, or is confirmed when it costs nothing',
      access: deskRoles,
      body: Decision,
      answers: { 200: ReviewedAnswer },
      refusals: reviewStatus,
    },
    async ({ body, session, audit, now }) => {
      const reviewed = await reviewPreOrder(reading, { ...body, by: session.memberId }, audit, now)
      if (!reviewed.ok) return reviewed
      const { state, payOrderNo, payBefore, facilityIds } = reviewed.value
      bookingsChanged(facilityIds)
      return reply(200, { status: state, payOrderNo, payBefore: payBefore?.toISOString() ?? null })
    },
  )
}

type RefusedRound = { code: keyof typeof roundStatus }

function presentRefusal(refusal: RoundRefusal, locale: Locale, now: Date): RefusedRound {
  if (refusal.code === 'round_invalid') return inWords(refusal, locale)
  if (refusal.code !== 'changed_meanwhile') return refusal
  const { code, changedBy, changedAt } = refusal
  return Object.assign({ changedBy, changedAt, now: presentForStaff(refusal.now, { changedBy, changedAt }, now) }, { code })
}
