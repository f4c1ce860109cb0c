import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { offersFor, presentOffer, tooNearFor } from '#modules/payments/offered-ways.ts'
import { readFace } from '#modules/centre/store.ts'
import { generalPublic } from '#modules/venues/rules.ts'
import { bookAgain } from './book-again.ts'
import { orderCalendar } from './calendar.ts'
import { changeOrder, type ChangeRefusal } from './change-order.ts'
import { readClubDeeds } from './club-deed-store.ts'
import { checkOrder, type CheckedOrder } from './check-order.ts'
import { findLastWay } from './supplement-store.ts'
import { kindIn } from './order-kinds.ts'
import { ownMovingApi } from './own-moving-api.ts'
import { daysOf, itemRequests, placeAsAsked, placeStatus, type OrdersDeps } from './placing-api.ts'
import { readBalance } from './balance-store.ts'
import { presentAgain, presentBalance, presentChecked, presentDeeds, presentOrder } from './present.ts'
import { listOrders, listUpcoming, readAllowance, readOrder, type ShownOrder } from './read-order.ts'
import {
  AgainAnswer,
  AgainQuery,
  AllowanceAnswer,
  AllowanceQuery,
  ChangeOrderBody,
  CheckAnswer,
  CheckBody,
  OneOrderAnswer,
  OrderAnswer,
  OrderListAnswer,
  OrderListBody,
  OrderNoParams,
  PlaceBody,
  PlacedAnswer,
  UpcomingAnswer,
} from './wire.ts'
import { itemProblemTitle, orderProblems } from './texts.ts'

const changeStatus = {
  not_found: 404,
  order_not_unpaid: 409,
  order_is_over: 409,
  too_many_requests: 429,
} as const satisfies StatusOf<ChangeRefusal>

/** The ways to pay what has been checked, as if it were placed at this moment, and those for which it is too late. */
async function offersOfChecked(
  { db, providers }: OrdersDeps,
  { items, amount, numberDaysAhead }: CheckedOrder,
  memberId: string | null,
  now: Date,
) {
  const days = daysOf(items).toSorted()
  const last = memberId === null ? undefined : await findLastWay(db, memberId)
  const order = { amount, placedAt: now, firstDay: days[0] ?? null }
  return {
    offers: offersFor(providers.serving, order, { numberDaysAhead, last }, now),
    tooNear: tooNearFor(providers.serving, order, numberDaysAhead, now),
  }
}

export function ordersApi(api: Api, deps: OrdersDeps): void {
  const { db, catalogues, bookingsChanged, orderLink, orderKinds } = deps
  const reading = { db, catalogues }
  const ofCourts = Object.keys(orderKinds).filter((kind) => orderKinds[kind]!.isBooking)
  /** What the filter of the list calls `venue` is all that is about courts, and `zero` what costs nothing. */
  const kindsAsked = (kind: string | undefined) => ({
    kinds: kind === undefined || kind === 'zero' ? undefined : kind === 'venue' ? ofCourts : [kind],
    isFree: kind === 'zero',
  })
  const present = (order: ShownOrder, locale: Locale, now: Date) => presentOrder(order, kindIn(orderKinds, order.kind), locale, now)
  ownMovingApi(api, deps)

  api.add(
    {
      method: 'post',
      path: '/api/Order/Member/Check',
      reads: true,
      summary: 'B33 Prices, refund terms, and every problem of a request',
      access: 'public',
      body: CheckBody,
      answers: { 200: CheckAnswer },
    },
    async ({ body, session, locale, now }) => {
      const who = { memberId: session?.memberId ?? null, identityId: session?.identityId ?? generalPublic }
      const checked = await checkOrder(reading, { items: itemRequests(body.items), ...who }, now)
      const { offers, tooNear } = await offersOfChecked(deps, checked, who.memberId, now)
      return reply(200, {
        items: checked.items.map((item) => ({
          ...presentChecked(item, locale, now),
          problems: item.problems.map((problem) => ({ ...problem, title: itemProblemTitle(problem, locale) })),
        })),
        problems: orderProblems({ ...checked, canPayOnline: offers.length > 0 }, locale),
        amount: checked.amount,
        identity: say(checked.identity, locale),
        quota: checked.quota,
        payMinutes: checked.payMinutes,
        ways: {
          online: offers.map((offer) => presentOffer(offer, now)),
          tooNear,
          desk: checked.desk && { ...checked.desk, until: checked.desk.until.toISOString() },
        },
        penalties: checked.penalties,
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Order/Member/Allowance',
      summary: 'How many more minutes the member may book at a facility on a day',
      access: 'member',
      query: AllowanceQuery,
      answers: { 200: AllowanceAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query: { venue1stId, date }, session, now }) => {
      const allowance = await readAllowance(reading, session.memberId, { facilityId: venue1stId, day: date }, now)
      return allowance.ok ? reply(200, { allowance: allowance.value }) : allowance
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Order/Again',
      summary: 'The bookings of last week, or of an order, at the same time of the next week',
      access: 'member',
      query: AgainQuery,
      answers: { 200: AgainAnswer },
    },
    async ({ query: { orderNo }, session, locale, now }) => {
      const found = await bookAgain(reading, { memberId: session.memberId, identityId: session.identityId, orderNo }, now)
      return reply(200, { items: found.map((one) => presentAgain(one, locale)) })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Member',
      summary: 'B34 Place an order; needs the header Idempotency-Key',
      access: 'member',
      body: PlaceBody,
      answers: { 201: PlacedAnswer },
      refusals: placeStatus,
    },
    async ({ body, session, ...caller }) => placeAsAsked(deps, session, body, caller),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/List',
      reads: true,
      summary: 'B35 The member’s orders, newest first; or those to come, or those past',
      access: 'member',
      body: OrderListBody,
      answers: { 200: OrderListAnswer },
    },
    async ({ body: { page, pageSize, ...filter }, session, locale, now }) => {
      const { orders, total } = await listOrders(
        reading,
        session.memberId,
        { ...kindsAsked(filter.kind), status: filter.status, keyword: filter.keyword, when: filter.when, page, pageSize },
        now,
      )
      return reply(200, { items: orders.map((order) => present(order, locale, now)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Order/Upcoming',
      summary: 'What the member has to pay, and what comes next',
      access: 'member',
      answers: { 200: UpcomingAnswer },
    },
    async ({ session, locale, now }) => {
      const { toPay, next } = await listUpcoming(reading, session.memberId, now)
      return reply(200, {
        toPay: toPay.map((order) => present(order, locale, now)),
        next: next.map((order) => present(order, locale, now)),
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Order/{id}',
      summary: 'B36 One order, by its number',
      access: 'member',
      params: OrderNoParams,
      answers: { 200: OneOrderAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, session, locale, now }) => {
      const order = await readOrder(reading, session.memberId, params.id, now)
      if (!order.ok) return order
      const balance = presentBalance(await readBalance(db, order.value), locale)
      const deeds = presentDeeds(session.communityName === '' ? [] : await readClubDeeds(db, order.value))
      return reply(200, { ...present(order.value, locale, now), balance, deeds })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Order/Calendar/{id}',
      summary: 'The periods of an order, as a calendar file',
      access: 'member',
      params: OrderNoParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params, session, locale, now }) => {
      const order = await readOrder(reading, session.memberId, params.id, now)
      if (!order.ok) return order
      const file = orderCalendar(order.value, order.value.items, locale, {
        centre: await readFace(db),
        link: orderLink(params.id),
        now,
      })
      return reply(200, file, {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${params.id}.ics"`,
      })
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/Order',
      summary: 'B37 Change what is written on an order, or give it up while it is unpaid',
      access: 'member',
      body: ChangeOrderBody,
      answers: { 200: OrderAnswer },
      refusals: changeStatus,
    },
    async ({ body: { orderNo, status, ...change }, session, locale, now }) => {
      const changed = await changeOrder(db, session.memberId, orderNo, { ...change, cancel: status === 'cancelled' }, now)
      if (!changed.ok) return changed
      const order = await readOrder(reading, session.memberId, orderNo, now)
      if (!order.ok) return order
      if (status === 'cancelled') bookingsChanged([...new Set(order.value.items.map(({ facility }) => facility.id))])
      return reply(200, present(order.value, locale, now))
    },
  )
}
