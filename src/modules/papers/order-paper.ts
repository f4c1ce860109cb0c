import * as m from '#i18n/generated/messages.js'
import { formatDatedPeriod, formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import type { Block, Fact, Row, Said } from '#lib/pdf/paper.ts'
import type { Balance } from '#modules/orders/balance.ts'
import { lineText } from '#modules/orders/line-texts.ts'
import type { OrderKind } from '#modules/orders/order-kinds.ts'
import type { ShownItem, ShownOrder } from '#modules/orders/read-order.ts'
import { amountWith, isGone, paidFor, type OrderState } from '#modules/orders/rules.ts'
import type { ReadInvoice } from '#modules/invoices/read-store.ts'
import { invoiceTable, type KnowsPaper } from './invoice-table.ts'
import { alike, type Speak } from './language-rules.ts'
import { moneyTable } from './money-table.ts'

type Word = (said: object, spoken: { locale: Locale }) => string
const stateWords: Record<OrderState, Word> = {
  'awaiting-payment': m.orders_state_awaiting,
  confirmed: m.orders_state_confirmed,
  'checked-in': m.orders_state_checked_in,
  completed: m.orders_state_completed,
  'no-show': m.orders_state_no_show,
  expired: m.orders_state_expired,
  cancelled: m.orders_state_cancelled,
  'venue-cancelled': m.orders_state_venue_cancelled,
}

export type OrderPaper = {
  order: ShownOrder
  kind: OrderKind
  buyer: string
  balance: Balance
  invoices: readonly ReadInvoice[]
}

/** Confirms what is booked; of what is not, or no longer, it only says how it stands. */
export const titleOf = ({ order: { state }, kind }: Pick<OrderPaper, 'order' | 'kind'>, locale: Locale): string =>
  kind.isBooking && state !== 'awaiting-payment' && !isGone(state) ? m.paper_confirmation({}, { locale }) : m.paper_order({}, { locale })

export function orderBlocks(paper: OrderPaper, issuers: KnowsPaper, speak: Speak): Block[] {
  const { order, balance, invoices } = paper
  return [
    { kind: 'facts', facts: factsOf(paper, speak) },
    ...itemTable(order, speak),
    ...moneyTable(balance, speak),
    ...invoiceTable(invoices, issuers, speak),
    ...(order.state === 'awaiting-payment' ? [noteOf(speak((locale) => m.paper_not_paid({}, { locale })))] : []),
    noteOf(speak((locale) => m.paper_no_invoice({}, { locale }))),
  ]
}

const noteOf = (text: Said): Block => ({ kind: 'text', text })

function factsOf({ order, kind, buyer }: OrderPaper, speak: Speak): Fact[] {
  const moment = (at: Date) => speak((locale) => formatMoment(at, locale))
  const { orderNo, state, createdAt, confirmedAt, payBefore, preOrderNo } = order
  const stateWord = kind.isBooking || state !== 'confirmed' ? stateWords[state] : m.paper_state_paid
  return [
    { name: speak((locale) => m.paper_order_no({}, { locale })), value: alike(orderNo) },
    ...(preOrderNo === null ? [] : [{ name: speak((locale) => m.preorder_number({}, { locale })), value: alike(preOrderNo) }]),
    { name: speak((locale) => m.paper_kind({}, { locale })), value: speak((locale) => kind.title(locale)) },
    { name: speak((locale) => m.paper_state({}, { locale })), value: speak((locale) => stateWord({}, { locale })) },
    { name: speak((locale) => m.paper_buyer({}, { locale })), value: alike(buyer) },
    { name: speak((locale) => m.orders_ordered_at({}, { locale })), value: moment(createdAt) },
    ...(confirmedAt ? [{ name: speak((locale) => m.orders_confirmed_at({}, { locale })), value: moment(confirmedAt) }] : []),
    ...(state === 'awaiting-payment' && payBefore
      ? [{ name: speak((locale) => m.paper_pay_before({}, { locale })), value: moment(payBefore) }]
      : []),
  ]
}

function itemTable(order: ShownOrder, speak: Speak): Block[] {
  const items = order.items.map((item): Row => {
    const cells = [speak((locale) => itemText(item, locale)), alike(formatMoney(paidFor(item)))]
    return item.state === 'cancelled' ? { cells, look: 'gone' } : { cells }
  })
  const lines = order.lines.map((line): Row => {
    const isCancelled = line.state === 'cancelled'
    const cells = [
      speak((locale) => {
        const words = lineText(line, locale)
        return isCancelled ? m.paper_cancelled_item({ item: words }, { locale }) : words
      }),
      alike(formatMoney(line.amount)),
    ]
    return isCancelled ? { cells, look: 'gone' } : { cells }
  })
  const sum = formatMoney(amountWith(order))
  return [
    { kind: 'heading', text: speak((locale) => m.paper_items({}, { locale })) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.paper_column_item({}, { locale })), share: 10 },
        { head: speak((locale) => m.paper_column_amount({}, { locale })), share: 3, right: true },
      ],
      rows: [...items, ...lines, { cells: [speak((locale) => m.paper_sum({}, { locale })), alike(sum)], look: 'sum' }],
    },
  ]
}

/** Court, period, and of what the amount is made. */
function itemText(item: ShownItem, locale: Locale): string {
  const { facility, court, start, end, price, lightFee, deposit, toppedUp, identityTw, identityEn, state } = item
  const spoken = { locale }
  const where = `${say(facility.name, locale)} ${say(court.name, locale)}`
  const parts = [
    say({ tw: identityTw, en: identityEn }, locale),
    m.orders_fee({ amount: formatMoney(price) }, spoken),
    lightFee > 0 && m.orders_light_fee({ amount: formatMoney(lightFee) }, spoken),
    deposit > 0 && m.orders_deposit({ amount: formatMoney(deposit) }, spoken),
    toppedUp > 0 && m.orders_topped_up({ amount: formatMoney(toppedUp) }, spoken),
  ].filter(Boolean)
  const head = state === 'cancelled' ? m.paper_cancelled_item({ item: where }, spoken) : where
  return [head, formatDatedPeriod(start, end, locale), parts.join(' · ')].join('\n')
}
