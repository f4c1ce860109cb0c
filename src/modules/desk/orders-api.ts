import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { done, reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskOrFinanceRoles, deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import type { LetterWriters } from '#modules/notifications/write-letters.ts'
import { kindIn, type OrderKinds } from '#modules/orders/order-kinds.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { cancelBookings } from './cancel-booking.ts'
import { cursorFrom, hourFrom } from './board-rules.ts'
import { findStaffOrders } from './orders-store.ts'
import { presentOrders, presentStory } from './orders-present.ts'
import {
  CancelLinesBody,
  CheckCancelAnswer,
  CheckCancelBody,
  CancelOrderBody,
  OrderStoryAnswer,
  SendAgainBody,
  StaffOrderListAnswer,
  StaffOrderListQuery,
  StoryParams,
} from './orders-wire.ts'
import { checkCancel } from './check-cancel.ts'
import { presentGoesBack } from '#modules/refunds/present.ts'
import { cancelOrderLines, type CancelLinesRefusal } from './cancel-lines.ts'
import { readStory } from './read-story.ts'
import { sendAgain, type StorySendRefusal } from './send-pay-link.ts'
import { cancelRefusal, cancelStatus } from './staff-api.ts'
import { CancelledAnswer } from './wire.ts'

export type StaffOrdersDeps = Pick<After, 'moneyOwed'> & {
  db: Db
  jobs: Jobs
  /** Whether texts are sent. */
  canText: boolean
  catalogues: Catalogues
  orderKinds: OrderKinds
  /** Writes the letters of each topic of the outbox. */
  letters: LetterWriters
}

const linesStatus = {
  not_found: 404,
  own_card: 403,
  line_cancelled: 409,
  order_not_refundable: 409,
  line_goes_back_elsewhere: 409,
  unpaid_order_is_one: 409,
  line_gives_nothing_back: 409,
} as const satisfies StatusOf<CancelLinesRefusal>

const sendStatus = {
  ...keyStatus,
  ...({
    not_found: 404,
    message_not_repeatable: 409,
    letter_outdated: 409,
    too_many_requests: 429,
    text_budget_spent: 429,
  } as const satisfies StatusOf<StorySendRefusal>),
} as const

/** All orders for staff: the list, one order with its story, cancelling, and sending its mails again. */
export function staffOrdersApi(api: Api, deps: StaffOrdersDeps): void {
  readOrders(api, deps)
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Order/Cancel/Check',
      reads: true,
      summary: 'What cancelling bookings or lines of an order would give back now, and by which way',
      access: deskRoles,
      body: CheckCancelBody,
      answers: { 200: CheckCancelAnswer },
      refusals: { not_found: 404 },
    },
    async ({ body, locale, now }) => {
      const checked = await checkCancel(deps, body, now)
      return checked.ok ? reply(200, { goesBack: presentGoesBack(checked.value, locale) }) : checked
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Order/Cancel',
      summary: 'Cancel bookings of an order, all or none, for the customer or the centre: refunded as the terms say, or in full',
      access: deskRoles,
      body: CancelOrderBody,
      answers: { 200: CancelledAnswer },
      refusals: cancelStatus,
    },
    async ({ body, session, audit, locale, now }) => {
      const cancelled = await cancelBookings(deps, { ...body, by: session.memberId }, audit, now)
      if (!cancelled.ok) return refuse(cancelRefusal(cancelled.refusal, locale))
      deps.moneyOwed(cancelled.value.facilityIds)
      return reply(200, { back: cancelled.value.back })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Order/Line/Cancel',
      summary: 'Cancel lines of an order that have no court and period, all or none: refunded by the terms of their kind, or in full',
      access: deskRoles,
      body: CancelLinesBody,
      answers: { 200: CancelledAnswer },
      refusals: linesStatus,
    },
    async ({ body: { lines: lineIds, ...body }, session, audit, now }) => {
      const cancelled = await cancelOrderLines(deps, { ...body, lineIds, by: session.memberId }, audit, now)
      if (!cancelled.ok) return cancelled
      deps.moneyOwed([])
      return reply(200, cancelled.value)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Order/Message/Again',
      summary: 'Send a mail or text about an order again, to the address of today; needs the header Idempotency-Key',
      access: deskOrFinanceRoles,
      body: SendAgainBody,
      answers: { 204: null },
      refusals: sendStatus,
    },
    async ({ request, body, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof sendStatus }>(key.refusal)
      return done(await sendAgain(deps, { ...body, idempotencyKey: key.value }, audit, now))
    },
  )
}

function readOrders(api: Api, { db, canText, catalogues, orderKinds }: StaffOrdersDeps): void {
  const kindOf = (kind: string) => kindIn(orderKinds, kind)
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Order/List',
      summary: 'Orders, newest first: by state, day or hour of the week, facility, way of payment, person and number',
      access: deskOrFinanceRoles,
      query: StaffOrderListQuery,
      answers: { 200: StaffOrderListAnswer },
      refusals: { no_such_facility: 404 },
    },
    async ({ query: { status, facility, hour, q, after, pageSize, ...filter }, locale, now }) => {
      const catalogue = await catalogues.current()
      const chosen = facility === undefined ? undefined : catalogue.facilities.find(({ code }) => code === facility)
      if (facility !== undefined && !chosen) return refuse({ code: 'no_such_facility' as const })
      const asked = {
        ...filter,
        hour: hour === undefined ? undefined : hourFrom(hour),
        state: status,
        words: q?.trim() || undefined,
        courtIds: chosen?.courts.map(({ id }) => id),
      }
      const rows = await findStaffOrders(
        db,
        asked,
        { after: after === undefined ? undefined : cursorFrom(after), limit: pageSize + 1 },
        now,
      )
      return reply(200, presentOrders({ rows, pageSize }, { catalogue, kindOf }, locale, now))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Order/{id}',
      summary: 'An order with its story: placed, paid, told, moved, checked in, refunded, cancelled, and by whom',
      access: deskOrFinanceRoles,
      params: StoryParams,
      answers: { 200: OrderStoryAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale, now }) => {
      const story = await readStory({ db, catalogues, orderKinds }, id, now)
      return story.ok ? reply(200, presentStory(story.value, { canText, kindOf }, locale, now)) : story
    },
  )
}
