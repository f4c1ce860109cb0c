import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import { reply, serialiseOnce, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { shareRuns } from '#lib/share-runs.ts'
import { dayOf } from '#lib/zone.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { BookingParams } from '#modules/orders/moving-wire.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { cancelBookings, type CancelBookingRefusal } from './cancel-booking.ts'
import { presentBoard, presentBooking, presentOverview } from './present.ts'
import { readBoardOf, readOverview, type BoardRefusal } from './read-board.ts'
import { readBooking } from './read-booking.ts'
import { BoardAnswer, BoardQuery, BookingAnswer, CancelBody, CancelledAnswer, OverviewAnswer, OverviewQuery } from './wire.ts'

export type DeskDeps = { db: Db; catalogues: Catalogues } & Pick<After, 'moneyOwed'>

/** Statuses of refused cancellations, of the board's call and of the order's. */
export const cancelStatus = {
  not_found: 404,
  own_card: 403,
  moved_meanwhile: 409,
  booking_cancelled: 409,
  booking_over: 409,
  booking_missed: 409,
  booking_not_paid: 409,
  order_not_refundable: 409,
  given_back_by_date: 409,
  no_such_item: 404,
  item_not_refundable: 409,
  nothing_to_refund: 409,
} as const satisfies StatusOf<CancelBookingRefusal>

/** Says who moved a booking meanwhile, and when, in words. */
export function cancelRefusal(refusal: CancelBookingRefusal, locale: Locale): { code: keyof typeof cancelStatus } {
  if (refusal.code !== 'moved_meanwhile') return refusal
  const { by, code } = refusal
  return Object.assign({ name: by?.name ?? '', when: by ? formatMoment(by.at, locale) : '' }, { code })
}

/** The board: a day with everything on it, one booking in full, and its cancellation. */
export function deskApi(api: Api, deps: DeskDeps): void {
  boardApi(api, deps)
  bookingApi(api, deps)
}

function boardApi(api: Api, deps: DeskDeps): void {
  // All desks that look at one day are told of a change at the same moment, and read it at once.
  const share = shareRuns<Result<BoardAnswer, BoardRefusal>>()
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Board',
      summary: 'The day of a facility with everything that holds its floor; with a court, the week of it',
      access: deskRoles,
      query: BoardQuery,
      answers: { 200: BoardAnswer },
      refusals: { no_such_facility: 404, no_such_court: 404 },
    },
    async ({ query, locale, now }) => {
      const day = query.day ?? dayOf(now)
      const asked = { facility: query.facility, court: query.court, day }
      const answer = await share(JSON.stringify([asked, locale]), async () => {
        const board = await readBoardOf(deps, asked, now)
        return board.ok ? ok(serialiseOnce(presentBoard(board.value, day, locale, now))) : board
      })
      return answer.ok ? reply(200, answer.value) : answer
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Board/Overview',
      summary: 'The day of every facility: which court is held when, and in which state',
      access: deskRoles,
      query: OverviewQuery,
      answers: { 200: OverviewAnswer },
    },
    async ({ query, locale, now }) => {
      const day = query.day ?? dayOf(now)
      return reply(200, presentOverview(await readOverview(deps, day, now), day, locale, now))
    },
  )
}

function bookingApi(api: Api, deps: DeskDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Booking/{id}',
      summary: 'A booking with its person, its money and its history',
      access: deskRoles,
      params: BookingParams,
      answers: { 200: BookingAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, session, locale, now }) => {
      const booking = await readBooking(deps, params.id, now)
      if (!booking.ok) return booking
      const isOwn = await isOneself(deps.db, booking.value.booking.memberId, session.memberId)
      return reply(200, presentBooking(booking.value, isOwn, locale, now))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Booking/{id}/Cancel',
      summary: 'Cancel a booking, for the customer or the centre: refunded as the terms say, or in full',
      access: deskRoles,
      params: BookingParams,
      body: CancelBody,
      answers: { 200: CancelledAnswer },
      refusals: cancelStatus,
    },
    async ({ params, body, session, audit, locale, now }) => {
      const { moves, ...how } = body
      const cancelled = await cancelBookings(deps, { items: [{ id: params.id, moves }], ...how, by: session.memberId }, audit, now)
      if (!cancelled.ok) return refuse(cancelRefusal(cancelled.refusal, locale))
      deps.moneyOwed(cancelled.value.facilityIds)
      return reply(200, { back: cancelled.value.back })
    },
  )
}
