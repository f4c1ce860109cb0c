import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { whyNotCheckIn, whyNotWithdrawMissed } from '#modules/attendance/rules.ts'
import { awaitsDeskPayment, stateNow } from '#modules/orders/rules.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import type { Moment, SpotRow } from './history-store.ts'
import { floorStateOf } from './board-rules.ts'
import type { Board, Overview } from './read-board.ts'
import type { ShownBooking } from './read-booking.ts'
import type { BoardAnswer, BoardHolder, BookingAnswer, OverviewAnswer, ParkedBooking } from './wire.ts'

const named = ({ code, name }: Facility, locale: Locale) => ({ code, name: say(name, locale) })
const courtOf = ({ id, code, name }: Court, locale: Locale) => ({ venue2ndId: id, code, name: say(name, locale) })
/** PostgreSQL's own text of a moment, as ISO 8601. */
const iso = (moment: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/.test(moment) ? `${moment.slice(0, 19)}.000Z` : new Date(moment).toISOString()

export function presentBoard(board: Board, day: Day, locale: Locale, now: Date): BoardAnswer {
  const { facilities, facility, courts, days, holders, parked } = board
  return {
    facilities: facilities.map((one) => named(one, locale)),
    facility: { ...named(facility, locale), venue1stId: facility.id },
    day,
    courts: courts.map((court) => courtOf(court, locale)),
    days: days.map(({ closedFor, ...one }) => ({ ...one, closedFor: say(closedFor, locale) ?? null })),
    holders: holders.map((holder) => presentHolder(holder, locale)),
    parked: parked.map((item) => presentParked(item, locale, now)),
    serverTime: now.toISOString(),
  }
}

/** Every facility's day: which court is held when, in which state, and by nobody in particular. */
export function presentOverview({ facilities, holders }: Overview, day: Day, locale: Locale, now: Date): OverviewAnswer {
  const midnight = momentAt(day, 0).getTime()
  const minuteOf = (at: Date) => Math.max(0, Math.min(24 * 60, Math.round((at.getTime() - midnight) / 60_000)))
  const held = holders.map((holder) => ({
    courtId: holder.courtId,
    spaces: holder.spaces,
    bar: {
      start: minuteOf(holder.start),
      end: minuteOf(holder.end),
      state: floorStateOf(presentHolder({ ...holder, courtIds: [] }, locale)),
    },
  }))
  return {
    day,
    facilities: facilities.map(({ facility, slots }) => ({
      ...named(facility, locale),
      slots,
      courts: facility.courts.map((court) => ({
        code: court.code,
        name: say(court.name, locale),
        held: held
          .filter(({ spaces }) => court.spaces.some((space) => spaces.includes(space)))
          .map(({ bar, courtId }) => ({ ...bar, own: courtId === null || courtId === court.id })),
      })),
    })),
    serverTime: now.toISOString(),
  }
}

const kinds = { order: 'booking', preorder: 'club', block: 'closure', closure: 'closure', offer: 'offer' } as const

function presentHolder(holder: Board['holders'][number], locale: Locale): BoardHolder {
  const { id, kind, courtIds, start, end, holdUntil, name, booking, club, closure } = holder
  return {
    id,
    kind: kinds[kind],
    venue2ndIds: courtIds,
    start: start.toISOString(),
    end: end.toISOString(),
    title: kind === 'offer' ? m.board_held_for_waiting({}, { locale }) : closure ? say(closure, locale) : ((club?.title || name) ?? ''),
    booking: booking && {
      orderNo: booking.orderNo,
      season: booking.isOfSeason,
      paid: booking.state !== 'awaiting-payment',
      payAtDesk: awaitsDeskPayment(booking),
      holdUntil: holdUntil && holdUntil.toISOString(),
      checkedIn: booking.isCheckedIn,
      missed: booking.isMissed,
      moves: booking.moves,
      wasMoved: booking.wasMoved,
      toPay: booking.toPay,
      remark: booking.remark,
      contactName: booking.contactName,
      light: booking.light,
    },
    preOrderNo: club?.preOrderNo ?? null,
  }
}

export const presentParked = (item: Board['parked'][number], locale: Locale, now: Date): ParkedBooking => ({
  id: item.id,
  orderNo: item.orderNo,
  name: item.name,
  facility: named(item.facility, locale),
  court: courtOf(item.court, locale),
  start: iso(item.start),
  end: iso(item.end),
  minutes: item.minutes,
  moves: item.moves,
  parkedAt: iso(item.parkedAt),
  parkedBy: item.parkedBy,
  overdue: new Date(item.end) <= now,
  offeredUntil: item.offeredUntil && iso(item.offeredUntil),
})

export function presentBooking(shown: ShownBooking, isOwn: boolean, locale: Locale, now: Date): BookingAnswer {
  const { booking, catalogue, locked } = shown
  const { facility, court } = catalogue.courtOf.get(booking.courtId)!
  const { id, orderNo, memberId, name, mobile, contactName, contactPhone, remark, moves, parkedAt, parkedBy, payBefore } = booking
  const { price, lightFee, deposit, supplements, paid, owed } = booking
  return {
    id,
    orderNo,
    person: { id: memberId, name, mobile, contactName, contactPhone },
    status: stateNow(booking.state, payBefore, now),
    season: booking.isOfSeason,
    facility: named(facility, locale),
    court: courtOf(court, locale),
    start: booking.start.toISOString(),
    end: booking.end.toISOString(),
    identity: say({ tw: booking.identityTw, en: booking.identityEn }, locale),
    remark,
    moves,
    parked: parkedAt && { at: parkedAt.toISOString(), by: parkedBy ?? '' },
    arrival: presentArrival(shown, isOwn, now),
    money: {
      price,
      lightFee,
      deposit,
      supplements,
      paid,
      owed,
      payBefore: booking.state === 'awaiting-payment' ? (payBefore?.toISOString() ?? null) : null,
      payAtDesk: awaitsDeskPayment(booking),
      toPay: stateNow(booking.state, payBefore, now) === 'awaiting-payment' ? booking.amount : 0,
      refundByRule: shown.refundByRule,
      refundInFull: shown.refundInFull,
    },
    locked: locked && { code: locked.code, title: text(`problem_${locked.code}`, locale) ?? locked.code },
    history: booking.history.map((one) => presentMoment(one, catalogue, locale)),
  }
}

function presentArrival({ booking, isMissedElsewhere, opensMinutes }: ShownBooking, isOwn: boolean, now: Date): BookingAnswer['arrival'] {
  const { start, end, itemState, parkedAt, checkedInAt, missedAt } = booking
  const item = { start, end, state: itemState, checkedInAt, missedAt, parkedAt }
  const whyNot = whyNotCheckIn(booking.state, item, opensMinutes, now)
  return {
    checkedInAt: checkedInAt?.toISOString() ?? null,
    missed: missedAt !== null,
    opensAt: whyNot?.code === 'check_in_too_early' ? whyNot.from.toISOString() : null,
    mayCheckIn: whyNot === undefined,
    keepsPoint: missedAt !== null && isMissedElsewhere,
    mayWithdrawMissed: whyNotWithdrawMissed(item, isOwn, now) === undefined,
  }
}

const presentMoment = ({ at, from, to, why, ...what }: Moment, catalogue: Catalogue, locale: Locale) => ({
  ...what,
  reason: say(why, locale) ?? what.reason,
  at: iso(at),
  from: presentSpot(from, catalogue, locale),
  to: presentSpot(to, catalogue, locale),
})

/** Where a booking was or is. */
export const presentSpot = (spot: SpotRow | null, catalogue: Catalogue, locale: Locale) =>
  spot && { court: say(catalogue.courtOf.get(spot.courtId)?.court.name, locale) ?? '', start: iso(spot.start), end: iso(spot.end) }
