import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import { monthsOf, type Term, type Words } from './rules.ts'

const termName = (term: Term, locale: Locale): string => {
  if (term === 'month') return m.locker_term_month({}, { locale })
  return term === 'half-year' ? m.locker_term_half_year({}, { locale }) : m.locker_term_months({ months: monthsOf(term) }, { locale })
}

/** Title of the order. The deposit is paid with the first term only. */
export const orderTitle = (locker: { number: string; sizeName: Words }, term: Term, deposit: number | null, locale: Locale): string => {
  const said = { number: locker.number, size: say(locker.sizeName, locale), term: termName(term, locale) }
  return deposit === null
    ? m.locker_order_renewal(said, { locale })
    : m.locker_order_rental({ ...said, deposit: formatMoney(deposit) }, { locale })
}
