import type { After } from '#modules/after.ts'
import type { Audit } from '#http/audit.ts'
import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import { refuse, type Result } from '#lib/result.ts'
import { checkMove } from './check-move.ts'
import { readItemsToMove, type InTheWay } from './item-move-store.ts'
import { moveItem, parkItem, swapItems, type Asking, type Moved, type MoveRefusal, type MovingDeps } from './move-item.ts'
import { BookingParams, CheckMoveAnswer, CheckMoveBody, MoveBody, MovedAnswer, ParkBody, StretchBody, SwapBody } from './moving-wire.ts'

/** Mails follow when the series of moves is over. */
type MovingApiDeps = MovingDeps & Pick<After, 'floorChanged'>

const moveStatus = {
  ...keyStatus,
  not_found: 404,
  own_card: 403,
  no_such_court: 404,
  booking_cancelled: 409,
  booking_over: 409,
  booking_missed: 409,
  booking_not_paid: 409,
  booking_parked: 409,
  ends_in_past: 422,
  period_closed: 409,
  off_grid: 422,
  moved_meanwhile: 409,
  period_taken: 409,
  difference_changed: 409,
  same_spot: 422,
} as const satisfies StatusOf<MoveRefusal>
type Worded = { code: keyof typeof moveStatus }

/** Staff move bookings: to another court or time, longer or shorter, two for each other, or off the floor for a while. */
export function movingApi(api: Api, deps: MovingApiDeps): void {
  type Calling = { request: Request; session: { memberId: string }; body: { reason: string }; audit: Audit; locale: Locale; now: Date }
  async function change({ request, session, body, locale }: Calling, deed: (asking: Asking) => Promise<Result<Moved, MoveRefusal>>) {
    const key = idempotencyKeyOf(request)
    if (!key.ok) return refuse<Worded>(key.refusal)
    const moved = await deed({ by: session.memberId, reason: body.reason, idempotencyKey: key.value })
    if (!moved.ok) return refuse(inWords(moved.refusal, locale))
    if (!moved.value.again) deps.floorChanged(moved.value.facilityIds)
    return reply(200, { items: moved.value.items })
  }
  const shared = { method: 'post', access: deskRoles, params: BookingParams, answers: { 200: MovedAnswer }, refusals: moveStatus } as const

  api.add(
    {
      ...shared,
      path: '/api/Staff/Booking/{id}/Move',
      summary: 'Move a booking to another court or time, or place a parked one; needs the header Idempotency-Key',
      body: MoveBody,
    },
    async (call) => {
      const { venue2ndId, start, end, moves, waive, total } = call.body
      const wanted = { item: { itemId: call.params.id, moves }, to: { courtId: venue2ndId, period: { start, end } } }
      return change(call, (asking) => moveItem(deps, { ...wanted, difference: { waive, seen: total }, ...asking }, call.audit, call.now))
    },
  )

  api.add(
    {
      ...shared,
      path: '/api/Staff/Booking/{id}/Stretch',
      summary: 'Make a booking longer or shorter on its court; needs the header Idempotency-Key',
      body: StretchBody,
    },
    async (call) => {
      const { start, end, moves, waive, total } = call.body
      const [item] = await readItemsToMove(deps.db, [call.params.id])
      if (!item) return refuse<Worded>({ code: 'not_found' })
      const wanted = { item: { itemId: item.id, moves }, to: { courtId: item.courtId, period: { start, end } } }
      return change(call, (asking) => moveItem(deps, { ...wanted, difference: { waive, seen: total }, ...asking }, call.audit, call.now))
    },
  )

  api.add(
    {
      ...shared,
      path: '/api/Staff/Booking/{id}/Swap',
      summary: 'Exchange courts and times of two bookings; needs the header Idempotency-Key',
      body: SwapBody,
    },
    async (call) => {
      const { with: other, withMoves, moves, waive, total } = call.body
      const items: Parameters<typeof swapItems>[1]['items'] = [
        { itemId: call.params.id, moves },
        { itemId: other, moves: withMoves },
      ]
      return change(call, (asking) => swapItems(deps, { items, difference: { waive, seen: total }, ...asking }, call.audit, call.now))
    },
  )

  api.add(
    {
      ...shared,
      path: '/api/Staff/Booking/{id}/Park',
      summary: 'Take a booking off the floor while making room: it keeps its money and waits in the tray; needs the header Idempotency-Key',
      body: ParkBody,
    },
    async (call) =>
      change(call, (asking) =>
        parkItem(deps, { item: { itemId: call.params.id, moves: call.body.moves }, ...asking }, call.audit, call.now),
      ),
  )

  checkingApi(api, deps)
}

function checkingApi(api: Api, deps: MovingDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Booking/{id}/Check',
      reads: true,
      summary: 'Dry run of a move or of a swap: the difference of price, and what is in the way',
      access: deskRoles,
      params: BookingParams,
      body: CheckMoveBody,
      answers: { 200: CheckMoveAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, body, locale, now }) => {
      const asked =
        'swapWith' in body
          ? { swapWith: body.swapWith }
          : { to: { courtId: body.venue2ndId, period: { start: body.start, end: body.end } } }
      const checked = await checkMove(deps, { itemId: params.id, ...asked }, now)
      if (!checked.ok) return checked
      const { problem, inTheWay, worth, total, paid } = checked.value
      return reply(200, {
        worth,
        total,
        difference: total - worth,
        paid,
        problem: problem && { code: problem.code, title: text(`problem_${problem.code}`, locale, { ...problem }) ?? problem.code },
        inTheWay: inTheWay.map(presentInTheWay),
      })
    },
  )
}

const presentInTheWay = ({ holderId, kind, name, start, end }: InTheWay) => ({
  id: holderId,
  kind,
  name,
  start: start.toISOString(),
  end: end.toISOString(),
})

/** Refusals as problem details. */
function inWords(refusal: MoveRefusal, locale: Locale): Worded {
  if (refusal.code === 'period_taken') return Object.assign({ inTheWay: refusal.inTheWay.map(presentInTheWay) }, { code: refusal.code })
  if (refusal.code === 'moved_meanwhile')
    return Object.assign(
      { name: refusal.by?.name ?? '', when: refusal.by ? formatMoment(refusal.by.at, locale) : '' },
      { code: refusal.code },
    )
  if (refusal.code === 'difference_changed')
    return Object.assign({ before: formatMoney(refusal.seen), after: formatMoney(refusal.total) }, refusal)
  return refusal
}
