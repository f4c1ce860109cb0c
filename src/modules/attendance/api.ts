import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { checkIn, type TicketRefusal } from './check-in.ts'
import { where } from '#modules/orders/present.ts'
import { readTicket, type ShownTicketItem } from './read-ticket.ts'
import { attendanceOf } from '#modules/orders/rules.ts'
import { OrderNoParams } from '#modules/orders/wire.ts'
import { CheckedInAnswer, CheckInBody, TicketAnswer } from './wire.ts'

export type TicketsDeps = { db: Db; catalogues: Catalogues; tokens: Tokens }

const checkInStatus = {
  ticket_invalid: 422,
  booking_cancelled: 409,
  booking_not_paid: 409,
  already_checked_in: 409,
  booking_missed: 409,
  check_in_too_early: 409,
  booking_over: 409,
} as const satisfies StatusOf<TicketRefusal>

/** Tickets, and check-in at the desk. */
export function ticketsApi(api: Api, deps: TicketsDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Order/Ticket/{id}',
      summary: 'The ticket of a booking: a code for each period, where it is, and its rules',
      access: 'member',
      params: OrderNoParams,
      answers: { 200: TicketAnswer },
      refusals: { not_found: 404, no_ticket: 409 },
    },
    async ({ params, session, locale, now }) => {
      const ticket = await readTicket(deps, session.memberId, params.id, now)
      if (!ticket.ok) return ticket
      const { order, items } = ticket.value
      return reply(200, {
        orderNo: order.orderNo,
        status: order.state,
        name: order.contactName === '' ? session.name : order.contactName,
        items: items.map((item) => presentItem(item, locale)),
        serverTime: now.toISOString(),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/CheckIn',
      summary: 'Let somebody in by the code of their ticket, scanned or typed',
      access: deskRoles,
      body: CheckInBody,
      answers: { 200: CheckedInAnswer },
      refusals: checkInStatus,
    },
    async ({ body, session, audit, locale, now }) => {
      const done = await checkIn(deps, { code: body.code, by: session.memberId }, audit, now)
      if (!done.ok) return refuse(inWords(done.refusal, locale))
      const { orderNo, memberName, contactName, courtId, start, end } = done.value
      const { facility, court } = (await deps.catalogues.current()).courtOf.get(courtId)!
      return reply(200, {
        orderNo,
        memberName,
        contactName,
        venue1stName: facility.name[locale],
        venue2ndName: court.name[locale],
        start: start.toISOString(),
        end: end.toISOString(),
        checkedInAt: now.toISOString(),
      })
    },
  )
}

const presentItem = (item: ShownTicketItem, locale: Locale) => ({
  id: item.id,
  ...where(item, item, locale),
  place: item.facility.place[locale],
  rules: item.facility.rules[locale],
  status: item.state,
  attendance: attendanceOf(item),
  checkedInAt: item.checkedInAt?.toISOString() ?? null,
  code: item.code,
  typedCode: item.typedCode,
  checkInFrom: item.checkInFrom.toISOString(),
  comeBefore: item.comeBefore.toISOString(),
})

/** Adds the moment in readable form. */
function inWords(refusal: TicketRefusal, locale: Locale): { code: keyof typeof checkInStatus } {
  if (refusal.code === 'already_checked_in')
    return Object.assign({ code: refusal.code, when: formatMoment(refusal.at, locale), at: refusal.at.toISOString() })
  if (refusal.code === 'check_in_too_early')
    return Object.assign({ code: refusal.code, when: formatMoment(refusal.from, locale), from: refusal.from.toISOString() })
  return refusal
}
