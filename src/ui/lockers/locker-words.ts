import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf, daysBetween, momentAt } from '#lib/zone.ts'
import { endOfTerm, lastDayOf, monthsOf, type RentalStatus, type Term } from '#modules/lockers/rules.ts'
import type { PlanAnswer } from '#modules/lockers/wire.ts'

export type PlanLocker = PlanAnswer['walls'][number]['lockers'][number]
export type SizeOffer = PlanAnswer['sizes'][number]

export const sizeName = (sizes: readonly SizeOffer[], size: string): string => sizes.find((one) => one.size === size)?.name ?? size

export function termWord(term: Term): string {
  if (term === 'month') return m.locker_term_month()
  return term === 'half-year' ? m.locker_term_half_year() : m.locker_term_months({ months: monthsOf(term) })
}

export const priceOf = (offer: SizeOffer, term: Term): number => offer.terms.find((one) => one.term === term)?.price ?? 0

export const planWord: Record<PlanLocker['status'], () => string> = {
  free: m.locker_free,
  taken: m.locker_taken,
  mine: m.locker_mine,
}

export const statusOf: Record<RentalStatus, { word: () => string; tone: 'plain' | 'good' | 'due' | 'danger' }> = {
  reserved: { word: m.locker_status_reserved, tone: 'due' },
  active: { word: m.locker_status_active, tone: 'good' },
  expiring: { word: m.locker_status_expiring, tone: 'due' },
  overdue: { word: m.locker_status_overdue, tone: 'danger' },
  returned: { word: m.locker_status_returned, tone: 'plain' },
  lapsed: { word: m.locker_status_lapsed, tone: 'plain' },
  cleared: { word: m.locker_status_cleared, tone: 'danger' },
}

/** A date from a day or from an ISO timestamp. */
export const dayWord = (day: string): string => formatDate(day.length > 10 ? new Date(day) : momentAt(day, 0), getLocale())

/** The last day of a rental whose first term is paid on the day of this moment. */
export const lastDayIfPaid = (moment: string, term: Term): string => dayWord(lastDayOf(endOfTerm(dayOf(new Date(moment)), term)))

export function daysLeftWords(lastDay: string, serverTime: string): string {
  const days = daysBetween(dayOf(new Date(serverTime)), lastDay)
  if (days <= 0) return m.locker_last_day()
  return days === 1 ? m.locker_one_day_left() : m.locker_days_left({ days })
}
