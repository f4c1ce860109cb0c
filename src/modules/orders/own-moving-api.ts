import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { formatDay } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { momentAt } from '#lib/zone.ts'
import { readItemsToMove } from './item-move-store.ts'
import { moveOwnItem, type OwnMoveRefusal } from './move-own-item.ts'
import { BookingParams, OwnMoveAnswer, OwnMoveBody, OwnMoveOptions, OwnMoveQuery } from './moving-wire.ts'
import type { OrdersDeps } from './placing-api.ts'
import { where } from './present.ts'
import { readOwnMove, type OwnMoveChoice } from './read-own-move.ts'
import { quotaReason, suspensionText } from './texts.ts'

const ownMoveStatus = {
  ...keyStatus,
  not_found: 404,
  no_such_court: 404,
  booking_cancelled: 409,
  booking_over: 409,
  booking_missed: 409,
  booking_not_paid: 409,
  season_date: 409,
  being_moved: 409,
  too_late_to_move: 409,
  moves_used_up: 409,
  booking_changed: 409,
  starts_in_past: 422,
  off_grid: 422,
  not_open_yet: 422,
  items_overlap: 422,
  period_taken: 409,
  period_yours: 409,
  period_closed: 409,
  other_sport: 422,
  other_length: 422,
  same_spot: 422,
  difference_changed: 409,
  suspended: 403,
  over_quota: 422,
  cannot_be_paid: 409,
} as const satisfies StatusOf<OwnMoveRefusal>
type Worded = { code: keyof typeof ownMoveStatus }

/** Members move their own bookings. */
export function ownMovingApi(api: Api, deps: OrdersDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Order/Booking/{id}/Move',
      summary: 'Where the member may move a booking to on a day, and what each spot costs',
      access: 'member',
      params: BookingParams,
      query: OwnMoveQuery,
      answers: { 200: OwnMoveOptions },
      refusals: { not_found: 404 },
    },
    async ({ params, query, session, locale, now }) => {
      const read = await readOwnMove(deps, { memberId: session.memberId, itemId: params.id, day: query.date }, now)
      if (!read.ok) return read
      const { item, problem, spots, until, day, facility, court, ...choice } = read.value
      return reply(200, {
        ...choice,
        id: item.id,
        orderNo: item.orderNo,
        ...where({ facility, court }, item.period, locale),
        moves: item.moves,
        problem: problem && { code: problem.code, title: text(`problem_${problem.code}`, locale, { ...problem }) ?? problem.code },
        until: until.toISOString(),
        date: day,
        facilities: presentSpots(spots, locale),
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Booking/{id}/Move',
      summary: 'Move a booking; to a dearer period it is held until the top-up is paid. Needs the header Idempotency-Key',
      access: 'member',
      params: BookingParams,
      body: OwnMoveBody,
      answers: { 200: OwnMoveAnswer },
      refusals: ownMoveStatus,
    },
    async ({ params, body, session, request, nameDeed, locale, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<Worded>(key.refusal)
      const { venue2ndId, start, end, moves, total } = body
      const wanted = { itemId: params.id, moves, to: { courtId: venue2ndId, period: { start, end } }, total }
      const moved = await moveOwnItem(deps, { memberId: session.memberId, ...wanted, idempotencyKey: key.value }, now)
      if (!moved.ok) return refuse(inWords(moved.refusal, locale))
      nameDeed({ orderNo: (await readItemsToMove(deps.db, [params.id]))[0]?.orderNo, isAgain: moved.value.again })
      if (!moved.value.again) deps.moneyOwed(moved.value.facilityIds)
      const { topUp } = moved.value
      return reply(200, {
        difference: topUp ? 0 : moved.value.difference,
        topUp: topUp && { ...topUp, payBefore: topUp.payBefore.toISOString() },
      })
    },
  )
}

/** Free spots by facility and court. */
function presentSpots(spots: OwnMoveChoice['spots'], locale: Locale): OwnMoveOptions['facilities'] {
  return [...Map.groupBy(spots, ({ quoted }) => quoted.facility).entries()].map(([facility, here]) => ({
    venue1stId: facility.id,
    venue1stName: say(facility.name, locale),
    courts: [...Map.groupBy(here, ({ quoted }) => quoted.court).entries()].map(([court, ofCourt]) => ({
      venue2ndId: court.id,
      venue2ndName: say(court.name, locale),
      spots: ofCourt.map(({ quoted: { period }, total, difference, kept, refundCap, refundMost }) => ({
        start: period.start.toISOString(),
        end: period.end.toISOString(),
        total,
        difference,
        kept,
        refundCap,
        refundMost,
      })),
    })),
  }))
}

/** Refusals as problem details. */
function inWords(refusal: OwnMoveRefusal, locale: Locale): Worded {
  if (refusal.code === 'over_quota') return Object.assign({ reason: quotaReason(refusal.over, locale) }, { code: refusal.code })
  if (refusal.code === 'suspended') return Object.assign(suspensionText(refusal.until, locale), { code: refusal.code })
  if (refusal.code === 'difference_changed')
    return Object.assign({ before: formatMoney(refusal.seen), after: formatMoney(refusal.total) }, refusal)
  if (refusal.code === 'not_open_yet')
    return Object.assign({ day: formatDay(momentAt(refusal.opensOn, 0), locale) }, { code: refusal.code })
  return refusal
}
