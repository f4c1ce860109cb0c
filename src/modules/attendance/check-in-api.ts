import type { After } from '#modules/after.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import {
  checkIn,
  undoCheckIn,
  withdrawMissed,
  type CheckInDeps,
  type MissedRefusal,
  type TicketRefusal,
  type UndoRefusal,
} from './check-in.ts'
import {
  CheckedInAnswer,
  CheckInBody,
  CheckInDayAnswer,
  CheckInItemBody,
  FindByMobileBody,
  FoundByMobileAnswer,
  UndoCheckInBody,
  WithdrawMissedBody,
} from './check-in-wire.ts'
import { readDay } from './read-day.ts'
import { mobileIn } from './rules.ts'
import { findItemsOfMobile, listDayItems, type DayItem, type TicketItem } from './store.ts'

const checkInStatus = {
  ticket_invalid: 422,
  booking_cancelled: 409,
  booking_not_paid: 409,
  already_checked_in: 409,
  booking_missed: 409,
  booking_parked: 409,
  booking_moved: 409,
  check_in_too_early: 409,
  check_in_too_old: 409,
  booking_over: 409,
  other_facility: 409,
  own_card: 403,
} as const satisfies StatusOf<TicketRefusal>
const missedStatus = { not_found: 404, not_missed: 409, missed_before_today: 403, own_card: 403 } as const satisfies StatusOf<MissedRefusal>
const undoStatus = { not_found: 404, undo_too_late: 409, checked_in_again: 409 } as const satisfies StatusOf<UndoRefusal>

export type DoorDeps = CheckInDeps & Pick<After, 'lettersDue'>

/** The door: check-in by code or by item, undo, a withdrawn no-show, and the day's list. */
export function checkInApi(api: Api, deps: DoorDeps): void {
  letInApi(api, deps)
  takeBackApi(api, deps)
  dayApi(api, deps)
  mobileApi(api, deps)
}

function letInApi(api: Api, deps: DoorDeps): void {
  const { catalogues } = deps
  const answer = async (result: Result<TicketItem, TicketRefusal>, locale: Locale) => {
    const catalogue = await catalogues.current()
    if (!result.ok) return refuse(inWords(result.refusal, catalogue, locale))
    const { memberName, contactName, checkedInAt } = result.value
    const ticket = presentTicket({ ...result.value, name: contactName || memberName }, catalogue, locale)
    return reply(200, { ...ticket, memberName, contactName, checkedInAt: checkedInAt!.toISOString() })
  }

  api.add(
    {
      method: 'post',
      path: '/api/Staff/CheckIn',
      summary: 'Let somebody in by the code of their ticket, scanned or typed; repeating a report with the same moment answers the same',
      access: deskRoles,
      body: CheckInBody,
      answers: { 200: CheckedInAnswer },
      refusals: checkInStatus,
    },
    async ({ body: { code, at, venue1stId }, session, audit, locale, now }) =>
      answer(await checkIn(deps, { code, at, facilityId: venue1stId, by: session.memberId }, audit, now), locale),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/CheckIn/Item',
      summary: 'Let somebody in without a code, by their line of the day’s list',
      access: deskRoles,
      body: CheckInItemBody,
      answers: { 200: CheckedInAnswer },
      refusals: checkInStatus,
    },
    async ({ body: { id, at, venue1stId }, session, audit, locale, now }) =>
      answer(await checkIn(deps, { itemId: id, at, facilityId: venue1stId, by: session.memberId }, audit, now), locale),
  )
}

function takeBackApi(api: Api, deps: DoorDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/CheckIn/Undo',
      summary: 'Undo a check-in within a minute',
      access: deskRoles,
      body: UndoCheckInBody,
      answers: { 204: null },
      refusals: undoStatus,
    },
    async ({ body: { id, checkedInAt, at }, audit, locale, now }) => {
      const undone = await undoCheckIn(deps, { itemId: id, checkedInAt, at }, audit, now)
      if (!undone.ok && undone.refusal.code === 'checked_in_again')
        return refuse(Object.assign({ code: undone.refusal.code, when: formatMoment(undone.refusal.at, locale) }))
      return done(undone)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/CheckIn/Missed',
      summary: 'Withdraw a no-show of today: they were there; its point is withdrawn, and they are told',
      access: deskRoles,
      body: WithdrawMissedBody,
      answers: { 204: null },
      refusals: missedStatus,
    },
    async ({ body: { id, reason }, session, audit, now }) => {
      const withdrawn = await withdrawMissed(deps, { itemId: id, reason, by: session.memberId }, audit, now)
      if (withdrawn.ok) deps.lettersDue()
      return done(withdrawn)
    },
  )
}

function dayApi(api: Api, deps: DoorDeps): void {
  const { catalogues } = deps
  api.add(
    {
      method: 'get',
      path: '/api/Staff/CheckIn/Day',
      summary: 'Today’s arrivals with their state: what the door needs, also while it has no network',
      access: deskRoles,
      answers: { 200: CheckInDayAnswer },
    },
    async ({ locale, now }) => {
      const { items, ...list } = await readDay(deps, now)
      const catalogue = await catalogues.current()
      const shown = items.map((item) => ({
        ...presentTicket(item, catalogue, locale),
        status: item.status,
        checkedInAt: item.checkedInAt?.toISOString() ?? null,
        missedAt: item.missedAt?.toISOString() ?? null,
        marks: item.marks,
      }))
      return reply(200, { ...list, serverTime: now.toISOString(), items: shown })
    },
  )
}

/** By POST, so that no mobile is in an address or a log. */
function mobileApi(api: Api, { db }: DoorDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/CheckIn/Mobile',
      reads: true,
      summary: 'Lines of the day’s list of whoever has this mobile: the whole number, or its end of four digits at least',
      access: deskRoles,
      body: FindByMobileBody,
      answers: { 200: FoundByMobileAnswer },
    },
    async ({ body: { mobile }, now }) => {
      const { opensMinutes } = (await readLimits(db)).checkIn
      const items = await listDayItems(db, dayOf(now), opensMinutes, now)
      return reply(200, {
        ids: await findItemsOfMobile(
          db,
          items.map(({ itemId }) => itemId),
          mobileIn(mobile)!,
        ),
      })
    },
  )
}

function presentTicket(
  {
    itemId,
    orderNo,
    name,
    players,
    courtId,
    start,
    end,
  }: Pick<DayItem, 'itemId' | 'orderNo' | 'name' | 'players' | 'courtId' | 'start' | 'end'>,
  catalogue: Catalogue,
  locale: Locale,
) {
  const { facility, court } = catalogue.courtOf.get(courtId)!
  return {
    id: itemId,
    orderNo,
    name,
    players,
    venue1stId: facility.id,
    venue1stCode: facility.code,
    venue1stName: say(facility.name, locale),
    venue2ndName: say(court.name, locale),
    start: start.toISOString(),
    end: end.toISOString(),
  }
}

/** Adds whose ticket it is, and moments in readable form. */
function inWords(refusal: TicketRefusal, catalogue: Catalogue, locale: Locale): { code: keyof typeof checkInStatus } {
  if (refusal.code === 'ticket_invalid') return refusal
  const { contactName, memberName } = refusal.ticket
  const ticket = presentTicket({ ...refusal.ticket, name: contactName || memberName }, catalogue, locale)
  const more =
    refusal.code === 'already_checked_in'
      ? { when: formatMoment(refusal.at, locale), at: refusal.at.toISOString() }
      : refusal.code === 'check_in_too_early'
        ? { when: formatMoment(refusal.from, locale), from: refusal.from.toISOString() }
        : { place: `${ticket.venue1stName} ${ticket.venue2ndName}`, when: formatMoment(refusal.ticket.start, locale) }
  return Object.assign({ code: refusal.code, ticket }, more)
}
