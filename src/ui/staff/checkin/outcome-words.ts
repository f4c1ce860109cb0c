import { formatMoment, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { addDays, dayOf } from '#lib/zone.ts'
import type { TicketShown } from '#modules/attendance/check-in-wire.ts'
import type { DoorRefusal, Outcome } from './door-rules.ts'

const heads: Record<string, () => string> = {
  booking_cancelled: m.checkin_head_cancelled,
  booking_not_paid: m.checkin_head_unpaid,
  already_checked_in: m.checkin_head_already,
  booking_missed: m.checkin_head_missed,
  check_in_too_early: m.checkin_head_early,
  booking_over: m.checkin_head_over,
  booking_parked: m.checkin_head_parked,
  booking_moved: m.checkin_head_moved,
  other_facility: m.checkin_head_elsewhere,
  ticket_invalid: m.checkin_head_invalid,
  not_on_list: m.checkin_head_unknown,
  list_too_old: m.checkin_head_old_list,
}

/** The large words: two or three, read from a step away. */
export function headOf({ refusal, ticket, isUndone, at }: Pick<Outcome, 'refusal' | 'ticket' | 'isUndone' | 'at'>): string {
  if (isUndone) return m.checkin_head_undone()
  if (refusal === null) return m.checkin_head_in()
  const isYesterday = ticket && dayOf(new Date(ticket.start)) === addDays(dayOf(new Date(at)), -1)
  if (refusal === 'booking_over' && isYesterday) return m.checkin_head_yesterday()
  return (heads[refusal] ?? m.checkin_head_no)()
}

/** What the server would say, in the door's own words. */
export function localDetail(refusal: DoorRefusal, ticket: TicketShown | null): string {
  const when = (at: Date) => formatMoment(at, getLocale())
  switch (refusal.code) {
    case 'already_checked_in':
      return m.problem_already_checked_in({ when: when(refusal.at) })
    case 'check_in_too_early':
      return m.problem_check_in_too_early({ when: when(refusal.from) })
    case 'other_facility':
      return m.problem_other_facility({ place: ticket ? `${ticket.venue1stName} ${ticket.venue2ndName}` : '' })
    case 'booking_cancelled':
      return m.problem_booking_cancelled()
    case 'booking_not_paid':
      return m.problem_booking_not_paid()
    case 'booking_missed':
      return m.problem_booking_missed()
    case 'booking_parked':
      return m.problem_booking_parked()
    case 'booking_over':
      return m.problem_booking_over()
    case 'list_too_old':
      return m.checkin_list_too_old()
    default:
      return m.checkin_not_on_list()
  }
}

export const periodOf = ({ start, end }: Pick<TicketShown, 'start' | 'end'>): string =>
  `${formatTime(new Date(start))}–${formatTime(new Date(end))}`
