import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { deskMethodText } from '#modules/tills/way-texts.ts'
import type { Method, MoneyWay } from '#modules/payments/rules.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import { isGone, paidFor, type OrderState, type PaidItem } from './rules.ts'
import type { RefundDue } from './refund-due-store.ts'

/**
 * The balance of an order: what was paid for it and for moves of its bookings, what goes back and why, and what the centre keeps. The
 * lines sum up to the rest, and the rest is what is still booked (or was used) and what the terms do not give back. What goes back is
 * subtracted once it is owed; `underWay` is what of it has not been sent yet.
 */
type Moved = { at: Date; amount: number }
type Payment = Moved & { kind: 'paid' | 'topped-up'; way: MoneyWay; payWay: PayWay | null; method: Method | null }
export type BalanceLine = Payment | (Moved & { kind: 'back'; reason: RefundDue['reason']; underWay: number })
export type Balance = { lines: BalanceLine[]; rest: number; booked: number; kept: number; underWay: number }

export type Worth = {
  state: OrderState
  items: readonly (PaidItem & { state: string })[]
  lines: readonly { state: string; amount: number }[]
}

export function balanceOf(lines: BalanceLine[], order: Worth): Balance {
  const rest = lines.reduce((sum, { amount }) => sum + amount, 0)
  const live = <T extends { state: string }>(of: readonly T[]) => of.filter(({ state }) => state === 'active')
  const worth = [...live(order.items).map(paidFor), ...live(order.lines).map(({ amount }) => amount)].reduce((sum, one) => sum + one, 0)
  // A deposit that was given back is still a line of its order.
  const booked = isGone(order.state) ? 0 : Math.min(worth, rest)
  const underWay = lines.reduce((sum, line) => sum + (line.kind === 'back' ? line.underWay : 0), 0)
  return { lines, rest, booked, kept: rest - booked, underWay }
}

/** Whether there is more to explain than one payment, and all of it on its way back. */
export function needsExplaining({ lines, rest, kept }: Balance): boolean {
  const back = lines.filter(({ amount }) => amount < 0).length
  return kept > 0 || lines.length - back > 1 || back > 1 || (back === 1 && rest > 0)
}

/** By what was paid: as the payer chose it, where that is known. */
function wayText({ way, payWay, method }: Payment, locale: Locale): string {
  if (way === 'cash') return m.counter_way_cash({}, { locale })
  if (way === 'terminal') return m.counter_way_terminal({}, { locale })
  if (isVoucher(method)) return deskMethodText(method, locale)
  if (payWay !== null) return text(`pay_way_${payWay}`, locale) ?? payWay
  if (way === 'transfer') return method === 'cvs' ? m.pay_way_cvs({}, { locale }) : m.pay_way_atm({}, { locale })
  return method === 'wallet' ? m.paper_way_wallet({}, { locale }) : m.pay_way_card({}, { locale })
}

const reasons = {
  asked: m.balance_back_asked,
  'venue-cancelled': m.balance_back_venue,
  'late-payment': m.balance_back_late,
  'double-payment': m.balance_back_double,
  'given-back': m.balance_back_given,
  deposit: m.balance_back_deposit,
  moved: m.balance_back_moved,
} as const satisfies Record<RefundDue['reason'], unknown>

export function balanceText(line: BalanceLine, locale: Locale): string {
  if (line.kind !== 'back') return (line.kind === 'paid' ? m.balance_paid : m.balance_topped_up)({ way: wayText(line, locale) }, { locale })
  const why = reasons[line.reason]({}, { locale })
  return line.underWay === 0 ? why : m.balance_on_its_way({ what: why }, { locale })
}

const partTexts = { booked: m.balance_booked, kept: m.balance_kept, 'under-way': m.balance_under_way } as const
type Part = keyof typeof partTexts

/** What stands below the rest: what it consists of, where it is not all for what is booked, and what is subtracted but not sent yet. */
export function belowRest({ rest, booked, kept, underWay }: Balance): { part: Part; amount: number }[] {
  const parts: { part: Part; amount: number }[] =
    kept === 0 || rest === 0
      ? []
      : [
          { part: 'booked', amount: booked },
          { part: 'kept', amount: kept },
        ]
  return [...parts, { part: 'under-way' as const, amount: underWay }].filter(({ amount }) => amount > 0)
}

export const partText = (part: Part, locale: Locale): string => partTexts[part]({}, { locale })

/** The balance as the lines of a mail; empty where there is nothing to explain. */
export function balanceLines(balance: Balance, locale: Locale): string {
  if (!needsExplaining(balance)) return ''
  const lines = [
    ...balance.lines.map((line) => [balanceText(line, locale), line.amount] as const),
    [m.balance_rest({}, { locale }), balance.rest] as const,
    ...belowRest(balance).map(({ part, amount }) => [partText(part, locale), amount] as const),
  ]
  return [m.balance_title({}, { locale }), ...lines.map(([words, amount]) => `・${words}　${formatMoney(amount)}`)].join('\n')
}
