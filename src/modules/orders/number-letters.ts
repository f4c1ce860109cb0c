import type { Trx } from '#db/connect.ts'
import { formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import type { Attempt, PaymentNumber } from '#modules/payments/rules.ts'
import { findTellingAttempt } from '#modules/payments/store.ts'
import { itemLine, titleOf } from './line-texts.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'

type Said = {
  name: string
  order: Pick<ShownOrder, 'orderNo' | 'payBefore' | 'lines'>
  items: Pick<ShownItem, 'facility' | 'court' | 'start' | 'end'>[]
  link: string
}

/** The mail that an account or a code was issued: the account or code, the amount, where it is paid and until when. Undefined when the order has none any more. */
export async function numberLetter(
  trx: Trx,
  orderId: string,
  said: Said,
  locale: Locale,
): Promise<{ subject: string; body: string } | undefined> {
  const attempt = await findTellingAttempt(trx, orderId)
  return attempt?.state === 'number-issued' && attempt.number ? textOf({ ...attempt, number: attempt.number }, said, locale) : undefined
}

function textOf(
  { number, amount }: Pick<Attempt, 'amount'> & { number: PaymentNumber },
  { name, order, items, link }: Said,
  locale: Locale,
): { subject: string; body: string } {
  const [first] = items
  // The floor is held until the first period begins at most, also where the code itself is valid for longer.
  const until = new Date(Math.min(number.deadline.getTime(), order.payBefore?.getTime() ?? Infinity))
  const title = titleOf(order.lines, locale) ?? ''
  const about = {
    name,
    link,
    orderNo: order.orderNo,
    first: first ? say(first.facility.name, locale) : title,
    items: first ? items.map((item) => itemLine(item, locale)).join('\n') : `・${title}`,
    number: linesOf(number, locale).join('\n'),
    amount: formatMoney(amount),
    payBefore: formatMoment(until, locale),
    how: { atm: m.pay_atm_hint, cvs: m.pay_cvs_hint, barcode: m.pay_barcode_hint }[number.kind]({}, { locale }),
  }
  const subject = { atm: m.mail_order_account_subject, cvs: m.mail_order_code_subject, barcode: m.mail_order_barcode_subject }[number.kind]
  return { subject: subject(about, { locale }), body: m.mail_order_number_body(about, { locale }) }
}

function linesOf(number: PaymentNumber, locale: Locale): string[] {
  const line = (label: string, value: string) => m.mail_order_number_line({ label, value }, { locale })
  if (number.kind === 'atm')
    return [line(m.pay_bank_code({}, { locale }), number.bankCode), line(m.pay_account({}, { locale }), number.account)]
  if (number.kind === 'cvs') return [line(m.pay_code({}, { locale }), number.code)]
  return number.codes.map((code, at) => line(m.pay_barcode({ number: at + 1 }, { locale }), code))
}
