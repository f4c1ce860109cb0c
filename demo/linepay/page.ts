import * as m from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { button, demoPage, facts, linkButton, note } from '../gateway/pages.ts'
import type { LinePayment } from './store.ts'

type Shown = { payment: LinePayment; payTo: string; isOver: boolean }

/** The page on which a payer agrees to a payment. */
export function linePayPage({ payment, payTo, isOver }: Shown, nonce: string): string {
  const { id, locale, item, amount, orderId, state, cancelUrl } = payment
  const said = { locale }
  const about = facts([
    [m.gateway_pay_to({}, said), payTo],
    [m.gateway_item({}, said), item],
    [m.gateway_trade({}, said), orderId],
    [m.gateway_amount({}, said), formatMoney(amount), 'amount'],
  ])
  const isOpen = state === 'requested' && !isOver
  const deeds = isOpen
    ? `<section><form method="post" action="/api/Demo/LinePay"><input type="hidden" name="payment" value="${id}">${button('deed', 'agree', m.gateway_line_agree({ amount: formatMoney(amount) }, said))}${button('deed', 'cancel', m.gateway_line_cancel({}, said), 'second')}</form></section>`
    : `${note(isOver ? m.gateway_line_over({}, said) : m.gateway_line_decided({}, said))}${linkButton(cancelUrl, m.gateway_back({}, said))}`
  return demoPage({ title: m.gateway_line_title({}, said), name: m.gateway_line_name({}, said), locale, nonce }, `${about}${deeds}`)
}
