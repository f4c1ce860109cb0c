import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { LockerSize, Term } from './rules.ts'

const sizes = { standard: m.locker_size_standard, large: m.locker_size_large } as const satisfies Record<LockerSize, unknown>
const termNames = { month: m.locker_term_month, 'half-year': m.locker_term_half_year } as const satisfies Record<Term, unknown>

/** Title of the order. The deposit is paid with the first term only. */
export const orderTitle = (locker: { number: string; size: LockerSize }, term: Term, deposit: number | null, locale: Locale): string => {
  const said = { number: locker.number, size: sizes[locker.size]({}, { locale }), term: termNames[term]({}, { locale }) }
  return deposit === null
    ? m.locker_order_renewal(said, { locale })
    : m.locker_order_rental({ ...said, deposit: formatMoney(deposit) }, { locale })
}
