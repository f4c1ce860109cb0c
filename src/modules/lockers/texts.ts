import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { inEach, say } from '#i18n/words.ts'
import { monthsOf, type Term, type Words } from './rules.ts'

const termName = (term: Term, locale: Locale): string => {
  if (term === 'month') return m.locker_term_month({}, { locale })
  return term === 'half-year' ? m.locker_term_half_year({}, { locale }) : m.locker_term_months({ months: monthsOf(term) }, { locale })
}

/** The line of the rent, in the order of a rental or a renewal. */
export const rentWords = (locker: { number: string; sizeName: Words }, term: Term, isRenewal: boolean): Words =>
  inEach((locale) => {
    const said = { number: locker.number, size: say(locker.sizeName, locale), term: termName(term, locale) }
    return (isRenewal ? m.locker_order_renewal : m.locker_order_rental)(said, { locale })
  })

/** The line of the deposit, which is paid with the first term only. */
export const depositWords = (): Words => inEach((locale) => m.locker_deposit({}, { locale }))
