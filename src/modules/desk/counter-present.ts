import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { CheckedItem } from '#modules/orders/check-order.ts'
import { awaitsDeskPayment } from '#modules/orders/rules.ts'
import { where } from '#modules/orders/present.ts'
import type { ShownOrder } from '#modules/orders/read-order.ts'
import type { ItemProblem, QuotedItem } from '#modules/orders/rules.ts'
import { itemProblemTitle } from '#modules/orders/texts.ts'
import { changeFor } from '#modules/tills/rules.ts'
import type { CounterPerson, ReceiptOrder } from './counter-store.ts'
import type { PersonAnswer, QuoteAnswer, ReceiptAnswer } from './counter-wire.ts'
import type { SameAsLastWeek } from './last-week.ts'
import { linkWaysTo } from './send-pay-link.ts'

const quotedOf = (item: QuotedItem, locale: Locale) => ({
  ...where(item, item.period, locale),
  court: item.court.code,
  facility: item.facility.code,
  total: item.total,
})

type AtCounter = { canText: boolean; lastWeek: SameAsLastWeek[]; unpaid: PersonAnswer['unpaid'] }

export function presentPerson(person: CounterPerson, { canText, lastWeek, unpaid }: AtCounter, locale: Locale): PersonAnswer {
  const { memberId, name, mobile, isGuest, identityId, identityTw, identityEn, suspendedUntil } = person
  return {
    memberId,
    name,
    mobile,
    isGuest,
    linkWays: linkWaysTo(person, canText),
    identity: { id: identityId, name: say({ tw: identityTw, en: identityEn }, locale) },
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    lastWeek: lastWeek.map((one) => presentLastWeek(one, locale)),
    unpaid,
  }
}

function presentLastWeek(one: SameAsLastWeek, locale: Locale): PersonAnswer['lastWeek'][number] {
  const { court, facility, period, slots, total, totalBefore, problem } = one
  return {
    ...where(one, period, locale),
    court: court.code,
    facility: facility.code,
    slots: slots.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() })),
    total,
    totalBefore,
    problem: problem ? { code: problem.code, title: problemAtDesk(problem, locale) } : null,
  }
}

/** Said to staff about somebody else, not to the member. */
function problemAtDesk(problem: ItemProblem, locale: Locale): string {
  if (problem.code === 'period_yours') return m.counter_last_week_theirs({}, { locale })
  return problem.code === 'no_such_court' ? m.counter_last_week_retired({}, { locale }) : itemProblemTitle(problem, locale)
}

export const presentQuoted = ({ courtId, period, quoted, problems }: CheckedItem, locale: Locale): QuoteAnswer['items'][number] => ({
  venue2ndId: courtId,
  start: period.start.toISOString(),
  end: period.end.toISOString(),
  quoted: quoted ? quotedOf(quoted, locale) : null,
  problems: problems.map((problem) => ({ code: problem.code, title: itemProblemTitle(problem, locale) })),
})

export const presentReceipt = (order: ShownOrder, found: ReceiptOrder, locale: Locale, now: Date): ReceiptAnswer => ({
  orderNo: order.orderNo,
  status: order.state,
  amount: order.amount,
  payBefore: order.payBefore?.toISOString() ?? null,
  payAtDesk: awaitsDeskPayment(order),
  memberId: found.memberId,
  name: found.name,
  mobile: found.mobile,
  isGuest: found.isGuest,
  items: order.items.map((item) => ({
    id: item.id,
    ...where(item, item, locale),
    identity: say({ tw: item.identityTw, en: item.identityEn }, locale),
    price: item.price,
    lightFee: item.lightFee,
    deposit: item.deposit,
    active: item.state === 'active',
  })),
  payments: found.payments.map(({ at, given, tradeNo: _, ...payment }) => ({
    ...payment,
    at: at.toISOString(),
    given,
    change: given === null ? null : (changeFor(payment.amount, given) ?? 0),
  })),
  printedAt: now.toISOString(),
})
