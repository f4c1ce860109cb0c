import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { text } from '#i18n/text.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { minuteFrom, timeFrom } from '#lib/zone.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { z } from 'zod'
import type { PreOrdersDeps } from './deps.ts'
import { presentDetail, presentListed } from './present.ts'
import { listPreOrders, readPreOrder } from './read-preorder.ts'
import { reviewPreOrder, type ReviewRefusal } from './review-preorder.ts'
import { countPreOrders } from './round-store.ts'
import { askedKinds, type NewRound, type Round } from './rules.ts'
import { saveRound, type RoundRefusal } from './save-round.ts'
import {
  ChangeRoundBody,
  ReviewBody,
  ReviewedAnswer,
  RoundBody,
  RoundIdAnswer,
  StaffDetailAnswer,
  StaffListAnswer,
  StaffListQuery,
  StaffRoundsAnswer,
} from './staff-wire.ts'
import { DetailQuery } from './wire.ts'

const roundStatus = { round_invalid: 422, not_found: 404 } as const satisfies StatusOf<RoundRefusal>
const reviewStatus = { not_found: 404, already_reviewed: 409, no_dates_left: 409 } as const satisfies StatusOf<ReviewRefusal>

/** Calls of staff: rounds, and reviews of pre-orders. */
export function preOrdersStaffApi(api: Api, deps: PreOrdersDeps): void {
  const { db, catalogues, rounds, onChanged } = deps
  const reading = { db, catalogues, rounds }

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
      return saved.ok ? reply(201, saved.value) : refuse(inWords(saved.refusal, locale))
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
      const saved = await saveRound(reading, { ...roundFrom(body, await readLimits(db)), id: body.id, by: session.memberId }, audit, now)
      return saved.ok ? reply(200, saved.value) : refuse(inWords(saved.refusal, locale))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Round/List',
      summary: 'All rounds, the newest first',
      access: managerRoles,
      answers: { 200: StaffRoundsAnswer },
    },
    async () => {
      rounds.forget()
      const counts = await countPreOrders(db)
      return reply(
        200,
        (await rounds.all()).map((round) => ({ ...presentForStaff(round), preOrders: counts.get(round.id) ?? 0 })),
      )
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
      body: ReviewBody,
      answers: { 200: ReviewedAnswer },
      refusals: reviewStatus,
    },
    async ({ body, session, audit, now }) => {
      const reviewed = await reviewPreOrder(reading, { ...body, by: session.memberId }, audit, now)
      if (!reviewed.ok) return reviewed
      const { state, payOrderNo, payBefore, facilityIds } = reviewed.value
      onChanged(facilityIds)
      return reply(200, { status: state, payOrderNo, payBefore: payBefore?.toISOString() ?? null })
    },
  )
}

/** A round as asked for; what was left out is as the centre's rules say. */
const roundFrom = (body: z.output<typeof RoundBody>, { rounds, documents }: Pick<Limits, 'rounds' | 'documents'>): NewRound => ({
  name: { tw: body.nameTw, en: body.nameEn },
  seasonFrom: body.seasonFrom,
  seasonTo: body.seasonTo,
  viewStart: new Date(body.viewStart),
  orderStart: new Date(body.orderStart),
  end: new Date(body.end),
  mode: body.mode,
  periodsPerWeek: body.periodsPerWeek ?? rounds.periodsPerWeek,
  minutesPerPeriod: body.minutesPerPeriod ?? rounds.minutesPerPeriod,
  payDays: body.payDays ?? rounds.payDays,
  giveBackHours: body.giveBackHours ?? rounds.giveBackHours,
  documentKinds: [...new Set(body.documentKinds ?? askedKinds(documents))],
  facilities: body.facilities.map(({ venue1stId, opens, closes }) => ({
    facilityId: venue1stId,
    opens: minuteFrom(opens),
    closes: minuteFrom(closes),
  })),
})

const presentForStaff = ({ name, viewStart, orderStart, end, version: _, documents: _documents, facilities, ...round }: Round) => ({
  ...round,
  nameTw: name.tw,
  nameEn: name.en,
  viewStart: viewStart.toISOString(),
  orderStart: orderStart.toISOString(),
  end: end.toISOString(),
  facilities: facilities.map(({ facilityId, opens, closes }) => ({
    venue1stId: facilityId,
    opens: timeFrom(opens),
    closes: timeFrom(closes),
  })),
})

function inWords(refusal: RoundRefusal, locale: 'tw' | 'en'): { code: RoundRefusal['code'] } {
  if (refusal.code !== 'round_invalid') return refusal
  const errors = refusal.problems.map(({ path, message }) => ({ path, message: text(message, locale)! }))
  return Object.assign({ errors }, { code: refusal.code })
}
