import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { weekdayName } from '#i18n/weekdays.ts'
import { addDays } from '#lib/zone.ts'
import type { WishShown } from '#modules/ballots/draw-page-wire.ts'

const someMonday = '2027-01-04'
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** 每週二 19:00–21:00 */
export const sayWeekly = ({ weekday, start, end }: Pick<WishShown, 'weekday' | 'start' | 'end'>): string =>
  m.preorder_every_week({ weekday: weekdayName(addDays(someMonday, weekday - 1), getLocale()), hours: `${clock(start)}–${clock(end)}` })

/** The start of a ticket, which is enough to tell two apart: 0x1f03c2… */
export const sayTicket = (ticket: string): string => `0x${ticket.slice(0, 8)}…`

export const sayMoment = (iso: string): string => formatMoment(new Date(iso), getLocale())
