import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import { htmlLang, type Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { demoBank } from './notices.ts'
import type { DemoTrade, Offer } from './store.ts'
import { style } from './style.ts'
import { isByNumber } from '../../src/modules/payments/way-rules.ts'
import { sayWay } from '#i18n/pay-ways.ts'
import type { Fields } from '../../src/modules/payments/providers/ecpay/fields.ts'

const layout = (title: string, locale: Locale, nonce: string, content: string) =>
  demoPage({ title, name: m.gateway_name({}, { locale }), locale, nonce }, content)

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
const row = (name: string, value: string, kind = '') => `<dt>${escape(name)}</dt><dd${kind ? ` class="${kind}"` : ''}>${escape(value)}</dd>`

export const facts = (rows: [name: string, value: string, kind?: string][]) =>
  `<section><dl>${rows.map((one) => row(...one)).join('')}</dl></section>`
export const note = (text: string) => `<p class="note" role="status">${escape(text)}</p>`
export const button = (name: string, value: string, label: string, kind = '') =>
  `<button name="${name}" value="${value}"${kind ? ` class="${kind}"` : ''}>${escape(label)}</button>`
export const linkButton = (href: string, label: string, kind = '') =>
  `<a class="button ${kind}" href="${escape(href)}">${escape(label)}</a>`

/** The page to choose a payment method. */
export function choicePage(trade: DemoTrade, payTo: string, nonce: string): string {
  const { locale } = trade
  const failed = trade.state === 'failed' ? note(m.gateway_failed({}, { locale })) : ''
  return layout(
    m.gateway_choose({}, { locale }),
    locale,
    nonce,
    `${failed}${summary(trade, payTo)}${trade.offers.map((offer) => section(trade, offer)).join('\n')}${leave(trade, m.gateway_leave({}, { locale }))}`,
  )
}

function section(trade: DemoTrade, offer: Offer): string {
  const { locale } = trade
  const title = sayWay(offer, locale)
  return `<section aria-labelledby="${offer}"><h2 id="${offer}">${escape(title)}</h2>${isByNumber(offer) ? numberForm(trade, offer) : atOnceForms(trade, offer)}</section>`
}

function atOnceForms(trade: DemoTrade, offer: Offer): string {
  const { locale, amount } = trade
  const card = `<div class="bank"><small>${escape(m.gateway_card_about({}, { locale }))}</small><b>4311 9522 2222 2222</b><small>12/30</small></div>`
  const pay = wayForm(trade, offer, m.gateway_card_pay({ amount: formatMoney(amount) }, { locale }))
  const isCard = offer === 'card' || offer === 'applepay'
  const decline = isCard ? m.gateway_card_decline({}, { locale }) : m.gateway_decline({}, { locale })
  const sulk = isCard ? wayForm(trade, `${offer}-sulking`, m.gateway_card_sulking({}, { locale }), 'second') : ''
  return `${offer === 'card' ? card : ''}${pay}${wayForm(trade, `${offer}-declined`, decline, 'second')}${sulk}`
}

function numberForm(trade: DemoTrade, offer: 'atm' | 'cvs' | 'barcode'): string {
  const { locale, numberDays: days } = trade
  const [about, get] = {
    atm: [m.gateway_atm_about({ days }, { locale }), m.gateway_atm_get({}, { locale })] as const,
    cvs: [m.gateway_cvs_about({}, { locale }), m.gateway_cvs_get({}, { locale })] as const,
    barcode: [m.gateway_barcode_about({ days }, { locale }), m.gateway_barcode_get({}, { locale })] as const,
  }[offer]
  return `<p class="quiet">${escape(about)}</p>${wayForm(trade, offer, get)}`
}

function wayForm({ tradeNo }: DemoTrade, way: string, label: string, kind = ''): string {
  return `<form method="post" action="/api/Demo/Gateway/Way"><input type="hidden" name="trade" value="${tradeNo}">${button('way', way, label, kind)}</form>`
}

/** The page that shows a number and its deadline. */
export function numberPage(trade: DemoTrade, payTo: string, now: Date, nonce: string): string {
  const { locale } = trade
  return layout(
    m.gateway_number_title({}, { locale }),
    locale,
    nonce,
    `<section><dl>${numberRows(trade)}</dl>${payForm(trade, now)}</section>${summary(trade, payTo)}${leave(trade, m.gateway_back({}, { locale }), '')}`,
  )
}

function numberRows({ method, number, numberUntil, locale, amount }: DemoTrade): string {
  const where =
    method === 'atm'
      ? row(m.gateway_bank({}, { locale }), demoBank, 'number') + row(m.gateway_account({}, { locale }), number ?? '', 'number')
      : row(m.gateway_code({}, { locale }), number ?? '', 'number')
  return `${where}${row(m.gateway_amount({}, { locale }), formatMoney(amount))}${row(m.gateway_until({}, { locale }), formatMoment(numberUntil!, locale))}`
}

function payForm({ state, number, numberUntil, locale }: DemoTrade, now: Date): string {
  if (state === 'paid') return `<p class="good" role="status">${escape(m.gateway_paid({}, { locale }))}</p>`
  if (numberUntil! < now) return `<p class="bad" role="status">${escape(m.gateway_number_expired({}, { locale }))}</p>`
  return `<form method="post" action="/api/Demo/Gateway/Counter"><input type="hidden" name="number" value="${escape(number!)}"><button class="second">${escape(m.gateway_number_pay({}, { locale }))}</button></form>`
}

/** The page that plays the cash machine and the store counter. */
export function counterPage(
  { number, trade, locale, now }: { number: string; trade: DemoTrade | undefined; locale: Locale; now: Date },
  nonce: string,
): string {
  const found = trade
    ? `<section><dl>${numberRows(trade)}</dl>${payForm(trade, now)}</section>${trade.state === 'paid' ? leave(trade, m.gateway_back({}, { locale }), '') : ''}`
    : number === ''
      ? ''
      : `<p class="note" role="status">${escape(m.gateway_number_unknown({}, { locale }))}</p>`
  const search = counterSearch('/api/Demo/Gateway/Counter', number, locale)
  return layout(m.gateway_counter({}, { locale }), locale, nonce, `${found}${search}`)
}

export const counterSearch = (action: string, number: string, locale: Locale) =>
  `<section><form method="get" action="${action}"><label>${escape(m.gateway_number_field({}, { locale }))}<input name="number" required maxlength="40" autocomplete="off" value="${escape(number)}"></label><button class="second">${escape(m.gateway_number_find({}, { locale }))}</button></form></section>`

export function paidPage(trade: DemoTrade, payTo: string, nonce: string): string {
  const { locale } = trade
  return layout(
    m.gateway_paid({}, { locale }),
    locale,
    nonce,
    `${summary(trade, payTo)}${leave(trade, m.gateway_back({}, { locale }), '')}`,
  )
}

/** The page that posts the outcome back to the merchant. */
export function returningPage(trade: DemoTrade, fields: Fields, nonce: string): string {
  const { locale } = trade
  const title = trade.state === 'paid' ? m.gateway_paid({}, { locale }) : m.gateway_declined({}, { locale })
  return layout(title, locale, nonce, postBack({ action: trade.addresses.result, fields }, locale, nonce))
}

type Posted = { action: string; fields: Fields }

/** Takes the browser back to the merchant, by script or by its button. */
export const postBack = (to: Posted, locale: Locale, nonce: string) =>
  `<section><p role="status">${escape(m.gateway_returning({}, { locale }))}</p>${backForm(to, locale)}</section>
<script nonce="${nonce}">document.getElementById('return').submit()</script>`

/** A form that takes the browser back to the merchant by its button. */
export function backForm({ action, fields }: Posted, locale: Locale): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
  return `<form id="return" method="post" action="${escape(action)}">${inputs.join('')}<button>${escape(m.gateway_back({}, { locale }))}</button></form>`
}

export function refusedPage(field: string, locale: Locale, nonce: string): string {
  return layout(
    m.gateway_refused({}, { locale }),
    locale,
    nonce,
    `<section><p>${escape(m.gateway_refused_about({ field }, { locale }))}</p></section>`,
  )
}

const summary = ({ locale, item, amount, merchantTradeNo }: DemoTrade, payTo: string) =>
  facts([
    [m.gateway_pay_to({}, { locale }), payTo],
    [m.gateway_item({}, { locale }), item],
    [m.gateway_trade({}, { locale }), merchantTradeNo],
    [m.gateway_amount({}, { locale }), formatMoney(amount), 'amount'],
  ])

const leave = ({ addresses }: DemoTrade, label: string, kind = 'second') => linkButton(addresses.back, label, kind)

/** A page of the demo's gateway, or of another payment service that the demo plays. */
export function demoPage(
  { title, name, locale, nonce }: { title: string; name: string; locale: Locale; nonce: string },
  content: string,
): string {
  return `<!doctype html>
<html lang="${htmlLang(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escape(title)} · ${escape(name)}</title><style nonce="${nonce}">${style}</style></head>
<body>
<header><p>${escape(name)}<span>${escape(m.gateway_demo({}, { locale }))}</span></p></header>
<main>
<h1>${escape(title)}</h1>
<p class="note">${escape(m.gateway_demo_note({}, { locale }))}</p>
${content}
</main>
</body>
</html>`
}
