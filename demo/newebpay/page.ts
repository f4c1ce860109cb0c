import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { sayWay } from '#i18n/pay-ways.ts'
import type { Fields } from '../../src/modules/payments/providers/newebpay/envelope.ts'
import { newebpay } from '../../src/modules/payments/providers/newebpay/provider.ts'
import { ways } from '../../src/modules/payments/providers/newebpay/ways.ts'
import type { PayWay } from '../../src/modules/payments/way-rules.ts'
import { backForm, button, counterSearch, demoPage, facts, linkButton, note, postBack } from '../gateway/pages.ts'
import { demoBank, isCard, isLater, numberUntil, payInfoOf, type Trade } from './trade.ts'

export const localeOf = ({ asked }: Trade): Locale => (asked['LangType'] === 'en' ? 'en' : 'tw')
const wayOf = ({ type }: Trade): PayWay => Object.entries(ways).find(([, { on }]) => on === type)![0] as PayWay

const layout = (title: string, locale: Locale, nonce: string, content: string) =>
  demoPage({ title, name: newebpay.title[locale], locale, nonce }, content)

/** The page ends after so many seconds as the form has asked for. */
export const isOver = ({ status, openedAt, asked: { TradeLimit = '900' } }: Trade, now: Date): boolean =>
  status === 'page' && now.getTime() > openedAt.getTime() + Number(TradeLimit) * 1000

type Posted = { action: string; fields: Fields }
type Shown = { payTo: string; number: Posted | undefined; now: Date }

/** NewebPay's page for a trade: what its payer may do, or what became of it. `number`: brings a number back to the merchant. */
export function tradePage(trade: Trade, { payTo, number, now }: Shown, nonce: string): string {
  const locale = localeOf(trade)
  const said = { locale }
  const about = facts([
    [m.gateway_pay_to({}, said), payTo],
    [m.gateway_item({}, said), trade.asked['ItemDesc'] ?? ''],
    [m.gateway_trade({}, said), trade.orderNo],
    [m.gateway_amount({}, said), formatMoney(trade.amount), 'amount'],
  ])
  const numbered = number ? `${numberSection(trade, now)}<section>${backForm(number, locale)}</section>` : ''
  return layout(titleOf(trade), locale, nonce, `${numbered}${about}${number ? '' : deedsOf(trade, now)}`)
}

function titleOf(trade: Trade): string {
  const said = { locale: localeOf(trade) }
  if (trade.status === 'page') return sayWay(wayOf(trade), said.locale)
  if (trade.status === '0') return m.gateway_number_title({}, said)
  return trade.status === '2' ? m.gateway_declined({}, said) : m.gateway_paid({}, said)
}

const backLink = (trade: Trade, label: string, kind = '') => linkButton(trade.asked['ClientBackURL'] ?? '/', label, kind)

function deedsOf(trade: Trade, now: Date): string {
  const said = { locale: localeOf(trade) }
  const back = backLink(trade, m.gateway_back({}, said))
  if (isOver(trade, now)) return `${note(m.gateway_line_over({}, said))}${back}`
  if (trade.status === '1') return `${deedForm(trade, button('deed', 'tell', m.gateway_tell_again({}, said), 'second'))}${back}`
  if (trade.status !== 'page') return back
  const leave = backLink(trade, m.gateway_leave({}, said), 'second')
  return `${deedForm(trade, isLater(trade.type) ? numberButton(trade) : payButtons(trade))}${leave}`
}

function payButtons(trade: Trade): string {
  const said = { locale: localeOf(trade) }
  const decline = isCard(trade.type) ? m.gateway_card_decline({}, said) : m.gateway_decline({}, said)
  const pay = button('deed', 'pay', m.gateway_card_pay({ amount: formatMoney(trade.amount) }, said))
  return `${pay}${button('deed', 'decline', decline, 'second')}`
}

function numberButton(trade: Trade): string {
  const said = { locale: localeOf(trade) }
  const label = { VACC: m.gateway_atm_get, CVS: m.gateway_cvs_get, BARCODE: m.gateway_barcode_get }[trade.type as 'VACC']
  return button('deed', 'number', label({}, said))
}

const deedForm = ({ orderNo }: Trade, content: string) =>
  `<section><form method="post" action="/api/Demo/NewebPay/Page"><input type="hidden" name="trade" value="${orderNo}">${content}</form></section>`

/** A number, its deadline, and the cash machine or the store's counter. */
function numberSection(trade: Trade, now: Date): string {
  const said = { locale: localeOf(trade) }
  const [until, number] = [numberUntil(trade), trade.number!]
  const rows: [string, string, string?][] =
    trade.type === 'VACC'
      ? [
          [m.gateway_bank({}, said), demoBank, 'number'],
          [m.gateway_account({}, said), number, 'number'],
        ]
      : [[m.gateway_code({}, said), payInfoOf(trade), 'number']]
  const all = facts([...rows, [m.gateway_until({}, said), formatMoment(until, said.locale)]])
  if (trade.status !== '0') return `${all}${note(m.gateway_paid({}, said))}`
  if (until < now) return `${all}${note(m.gateway_number_expired({}, said))}`
  const pay = `<form method="post" action="/api/Demo/NewebPay/Counter"><input type="hidden" name="number" value="${number}"><button class="second">${m.gateway_number_pay({}, said)}</button></form>`
  return `${all}<section>${pay}</section>`
}

/** Takes the browser back to the merchant with what became of its trade. */
export function returningPage(trade: Trade, to: Posted, nonce: string): string {
  const locale = localeOf(trade)
  return layout(titleOf(trade), locale, nonce, postBack(to, locale, nonce))
}

/** The cash machine and the store's counter. */
export function counterPage(found: { number: string; trade: Trade | undefined; locale: Locale; now: Date }, nonce: string): string {
  const { number, trade, locale, now } = found
  const unknown = number === '' ? '' : note(m.gateway_number_unknown({}, { locale }))
  const search = counterSearch('/api/Demo/NewebPay/Counter', number, locale)
  return layout(m.gateway_counter({}, { locale }), locale, nonce, `${trade ? numberSection(trade, now) : unknown}${search}`)
}
