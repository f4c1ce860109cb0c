import type { Locale } from '#i18n/locale.ts'
import type { CheckedItem } from '#modules/orders/check-order.ts'
import { where } from '#modules/orders/present.ts'
import type { ShownOrder } from '#modules/orders/read-order.ts'
import type { QuotedItem } from '#modules/orders/rules.ts'
import { itemProblemTitle } from '#modules/orders/texts.ts'
import { changeFor } from '#modules/tills/rules.ts'
import type { CounterPerson, ReceiptOrder } from './counter-store.ts'
import type { PersonAnswer, QuoteAnswer, ReceiptAnswer } from './counter-wire.ts'

const quotedOf = (item: QuotedItem, locale: Locale) => ({
  ...where(item, item.period, locale),
  court: item.court.code,
  facility: item.facility.code,
  total: item.total,
})

export function presentPerson(person: CounterPerson, lastWeek: CheckedItem[], locale: Locale): PersonAnswer {
  const { memberId, name, mobile, isGuest, email, identityId, identityTw, identityEn, suspendedUntil } = person
  return {
    memberId,
    name,
    mobile,
    isGuest,
    hasEmail: email !== null,
    identity: { id: identityId, name: locale === 'tw' ? identityTw : identityEn },
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    lastWeek: lastWeek.flatMap(({ quoted, problems }) => (quoted ? [{ ...quotedOf(quoted, locale), free: problems.length === 0 }] : [])),
  }
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
  memberId: found.memberId,
  name: found.name,
  mobile: found.mobile,
  isGuest: found.isGuest,
  items: order.items.map((item) => ({
    id: item.id,
    ...where(item, item, locale),
    identity: locale === 'tw' ? item.identityTw : item.identityEn,
    price: item.price,
    lightFee: item.lightFee,
    deposit: item.deposit,
    active: item.state === 'active',
  })),
  payments: found.payments.map(({ at, given, ...payment }) => ({
    ...payment,
    at: at.toISOString(),
    given,
    change: given === null ? null : (changeFor(payment.amount, given) ?? 0),
  })),
  printedAt: now.toISOString(),
})
