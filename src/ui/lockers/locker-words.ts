import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf, daysBetween, momentAt } from '#lib/zone.ts'
import type { LockerSize, RentalStatus, Term } from '#modules/lockers/rules.ts'
import type { PlanAnswer } from '#modules/lockers/wire.ts'

export type PlanLocker = PlanAnswer['walls'][number]['lockers'][number]
export type SizeOffer = PlanAnswer['sizes'][number]

export const sizeWord: Record<LockerSize, () => string> = { standard: m.locker_size_standard, large: m.locker_size_large }
export const termWord: Record<Term, () => string> = { month: m.locker_term_month, 'half-year': m.locker_term_half_year }
export const priceOf = (offer: SizeOffer, term: Term): number => (term === 'month' ? offer.monthPrice : offer.halfYearPrice)

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

export function daysLeftWords(lastDay: string, serverTime: string): string {
  const days = daysBetween(dayOf(new Date(serverTime)), lastDay)
  if (days <= 0) return m.locker_last_day()
  return days === 1 ? m.locker_one_day_left() : m.locker_days_left({ days })
}
