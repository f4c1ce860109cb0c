import * as m from '#i18n/generated/messages.js'
import { formatDatedPeriod, formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { bankOf } from '#lib/taiwan-banks.ts'
import type { Block, Fact } from '#lib/pdf/paper.ts'
import { lineText } from '#modules/orders/line-texts.ts'
import type { ShownRefund, ShownRefundItem } from '#modules/refunds/read-refund.ts'
import { backWayText, goesBackOf, type GoesBack } from '#modules/refunds/goes-back.ts'
import { maskedAccount, stepsOf } from '#modules/refunds/rules.ts'
import { causeText } from '#modules/refunds/texts.ts'
import { alike, type Speak } from './language-rules.ts'

/** What goes back, for what and by which way, and how far it is. */
export function refundBlocks(refund: ShownRefund, buyer: string, speak: Speak): Block[] {
  const rows = refund.items.map((item) => ({
    cells: [
      speak((locale) => itemText(item, refund.cause, locale)),
      alike(formatMoney(item.paid)),
      alike(item.moved ? '' : `${item.percent}%`),
      alike(formatMoney(item.amount)),
    ],
  }))
  return [
    { kind: 'facts', facts: factsOf(refund, buyer, speak) },
    { kind: 'heading', text: speak((locale) => m.paper_items({}, { locale })) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.paper_column_item({}, { locale })), share: 9 },
        { head: speak((locale) => m.paper_column_paid({}, { locale })), share: 3, right: true },
        { head: speak((locale) => m.paper_column_percent({}, { locale })), share: 2, right: true },
        { head: speak((locale) => m.refund_amount({}, { locale })), share: 3, right: true },
      ],
      rows: [...rows, { cells: [speak((locale) => m.paper_sum({}, { locale })), [], [], alike(formatMoney(refund.amount))], look: 'sum' }],
    },
    ...stepTable(refund, speak),
    { kind: 'text', text: speak((locale) => m.paper_no_invoice({}, { locale })) },
  ]
}

function factsOf(refund: ShownRefund, buyer: string, speak: Speak): Fact[] {
  const { refundNo, orderNo, cause, state, createdAt } = refund
  return [
    { name: speak((locale) => m.transfers_refund_no({}, { locale })), value: alike(refundNo) },
    { name: speak((locale) => m.paper_order_no({}, { locale })), value: alike(orderNo) },
    { name: speak((locale) => m.paper_buyer({}, { locale })), value: alike(buyer) },
    { name: speak((locale) => m.refund_reason({}, { locale })), value: speak((locale) => causeText(cause, locale)) },
    { name: speak((locale) => m.paper_state({}, { locale })), value: speak((locale) => stateText(state, locale)) },
    { name: speak((locale) => m.refund_way({}, { locale })), value: speak((locale) => wayText(refund, locale)) },
    { name: speak((locale) => m.paper_column_at({}, { locale })), value: speak((locale) => formatMoment(createdAt, locale)) },
  ]
}

const stateText = (state: ShownRefund['state'], locale: Locale): string => text(`refund_state_${state}`, locale) ?? state

/** Every way with its sum, where there are several. Of a bank account only its end. */
function wayText(refund: ShownRefund, locale: Locale): string {
  const ways = goesBackOf(refund)
  if (ways.length < 2) return oneWayText(refund, ways[0], locale)
  return ways
    .map((one) => `${one.by === 'bank' ? oneWayText(refund, one, locale) : backWayText(one, locale)} ${formatMoney(one.amount)}`)
    .join('\n')
}

function oneWayText({ way, bankCode, bankAccount }: ShownRefund, one: GoesBack | undefined, locale: Locale): string {
  if (one && one.by !== 'bank') return backWayText(one, locale)
  // A card's refund may have a part that goes to an account.
  const by = one?.by ?? way
  const said = text(`refund_way_${by}`, locale) ?? by
  if (way !== 'bank' || bankCode === null || bankAccount === null) return said
  return `${said}\n${bankCode} ${say(bankOf(bankCode), locale) ?? ''} ${maskedAccount(bankAccount)}`
}

function itemText({ line, place, start, end, moved, amount }: ShownRefundItem, cause: ShownRefund['cause'], locale: Locale): string {
  if (line) return lineText(line, locale)
  if (!place || !start || !end) return causeText(cause, locale)
  const where = `${say(place.facility.name, locale)} ${say(place.court.name, locale)}\n${formatDatedPeriod(start, end, locale)}`
  if (!moved) return where
  return `${where}\n${m.refund_moved({ before: formatMoney(moved.total + amount), after: formatMoney(moved.total) }, { locale })}`
}

function stepTable(refund: ShownRefund, speak: Speak): Block[] {
  const done = stepsOf(refund.state, refund.steps).filter(({ at }) => at !== null)
  return [
    { kind: 'heading', text: speak((locale) => m.refund_steps({}, { locale })) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.paper_column_at({}, { locale })), share: 5 },
        { head: speak((locale) => m.paper_state({}, { locale })), share: 8 },
      ],
      rows: done.map(({ state, at }) => ({
        cells: [speak((locale) => formatMoment(at!, locale)), speak((locale) => stateText(state, locale))],
      })),
    },
  ]
}
