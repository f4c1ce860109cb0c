import { reply, type Api } from '#http/call.ts'
import type { Session } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { landingLink } from '#modules/logins/landing-link.ts'
import { sharing, type Facility } from '#modules/venues/rules.ts'
import { movedFrom, where } from '#modules/orders/present.ts'
import { checkInApi, type DoorDeps } from './check-in-api.ts'
import { readTicket, type ShownTicketItem } from './read-feed.ts'
import { attendanceOf } from '#modules/orders/rules.ts'
import { OrderNoParams } from '#modules/orders/wire.ts'
import { TicketAnswer } from './wire.ts'

export type TicketsDeps = DoorDeps & { onCame: NonNullable<DoorDeps['onCame']>; publicUrl: string }

/** Tickets of members, and the calls of the door. */
export function ticketsApi(api: Api, deps: TicketsDeps): void {
  checkInApi(api, deps)
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
      const { order, items, players, playersOpen } = ticket.value
      return reply(200, {
        orderNo: order.orderNo,
        status: order.state,
        name: order.contactName || nameOfParty(session),
        players,
        playersOpen,
        items: items.map((item) => presentItem(item, locale)),
        halls: [...new Set(items.map(({ facility }) => facility))].map((facility) => presentHall(deps, facility, locale)),
        serverTime: now.toISOString(),
      })
    },
  )
}

/** Whose booking it is, as the door knows them: of whoever acts for a club by their own login, the club. */
const nameOfParty = ({ memberId, personId, name, communityName }: Session): string => (memberId === personId ? '' : communityName) || name

const presentItem = (item: ShownTicketItem, locale: Locale) => ({
  id: item.id,
  ...where(item, item, locale),
  place: say(item.facility.place, locale),
  rules: say(item.facility.rules, locale),
  status: item.state,
  attendance: attendanceOf(item),
  checkedInAt: item.checkedInAt?.toISOString() ?? null,
  code: item.code,
  typedCode: item.typedCode,
  checkInFrom: item.checkInFrom.toISOString(),
  comeBefore: item.comeBefore.toISOString(),
  parked: item.parked,
  movedFrom: movedFrom(item, locale),
  movable: item.movable,
  movesUsedUp: item.movesUsedUp,
})

const presentHall = (deps: TicketsDeps, facility: Facility, locale: Locale) => ({
  venue1stId: facility.id,
  link: facility.retired ? null : landingLink(deps, `/venues/${facility.id}`),
  courts: facility.courts.map((court) => ({
    id: court.id,
    name: say(court.name, locale),
    sharesWith: sharing(facility, court).map(({ id }) => ({ id })),
  })),
})
