import { formatDay, formatDayAndTime, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OrderState } from '#modules/orders/rules.ts'

const states: Record<OrderState, { word: () => string; tone: 'plain' | 'good' | 'due' | 'danger' }> = {
  'awaiting-payment': { word: m.orders_state_awaiting, tone: 'due' },
  confirmed: { word: m.orders_state_confirmed, tone: 'good' },
  'checked-in': { word: m.orders_state_checked_in, tone: 'good' },
  completed: { word: m.orders_state_completed, tone: 'plain' },
  'no-show': { word: m.orders_state_no_show, tone: 'danger' },
  expired: { word: m.orders_state_expired, tone: 'danger' },
  cancelled: { word: m.orders_state_cancelled, tone: 'plain' },
  'venue-cancelled': { word: m.orders_state_venue_cancelled, tone: 'danger' },
}

export const stateWord = (state: OrderState): string => states[state].word()
/** Attendance of one of several periods. */
export const attendanceWord = (attendance: 'checked-in' | 'no-show'): string => stateWord(attendance)

export const stateTone = (state: OrderState) => states[state].tone

/** The last minute before a deadline: midnight is written as the end of the day before. */
export function untilWords(until: string): string {
  const moment = new Date(until)
  if (formatTime(moment) === '00:00') return m.orders_until_end_of({ day: formatDay(new Date(moment.getTime() - 1), getLocale()) })
  return m.orders_until({ moment: formatDayAndTime(moment, getLocale()) })
}

/** A deadline; on the same day only its time. */
export function deadlineWords(deadline: string, serverTime: string): string {
  const [moment, now] = [new Date(deadline), new Date(serverTime)]
  return formatDay(moment, getLocale()) === formatDay(now, getLocale()) ? formatTime(moment) : formatDayAndTime(moment, getLocale())
}

/** Label of the moment at which an order was closed. */
export function closedWord(status: OrderState): string {
  if (status === 'cancelled' || status === 'venue-cancelled') return m.orders_cancelled_at()
  return status === 'expired' ? m.orders_expired_at() : m.orders_closed_at()
}
