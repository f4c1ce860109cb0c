import * as m from '#i18n/generated/messages.js'
import { formatDate, formatDatedPeriod, formatMoment, formatMonth } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import type { Block, Fact, Row } from '#lib/pdf/paper.ts'
import type { Balance } from '#modules/orders/balance.ts'
import type { ShownPreOrder } from '#modules/preorders/read-preorder.ts'
import type { ReadDate } from '#modules/preorders/read-store.ts'
import { alike, type Speak } from './language-rules.ts'
import { moneyTable } from './money-table.ts'

/** A club's season: every date of a pre-order, month by month, with what it costs, and what was paid. */
export function seasonBlocks(shown: ShownPreOrder, balance: Balance, speak: Speak): Block[] {
  const { preOrder, catalogue } = shown
  const dates = preOrder.dates.toSorted((a, b) => a.start.getTime() - b.start.getTime() || a.courtId - b.courtId)
  const byMonth = Map.groupBy(dates, ({ day }) => day.slice(0, 7))
  const place = ({ courtId }: ReadDate, locale: Locale) => {
    const found = catalogue.courtOf.get(courtId)
    return found ? `${say(found.facility.name, locale)} ${say(found.court.name, locale)}` : ''
  }
  const columns = [
    { head: speak((locale) => m.paper_column_at({}, { locale })), share: 6 },
    { head: speak((locale) => m.paper_column_place({}, { locale })), share: 6 },
    { head: speak((locale) => m.paper_column_amount({}, { locale })), share: 3, right: true },
  ]
  const months = [...byMonth].flatMap(([month, ofMonth]): Block[] => [
    { kind: 'heading', text: speak((locale) => formatMonth(month, locale)) },
    { kind: 'table', columns, rows: [...ofMonth.map((date) => dateRow(date, place, speak)), sumRow(ofMonth, m.paper_month_sum, speak)] },
  ])
  return [
    { kind: 'facts', facts: factsOf(shown, speak) },
    ...months,
    ...(byMonth.size > 1 ? [{ kind: 'table' as const, columns, rows: [sumRow(dates, m.paper_season_sum, speak)] }] : []),
    ...moneyTable(balance, speak),
    { kind: 'text', text: speak((locale) => m.paper_no_invoice({}, { locale })) },
  ]
}

const feeOf = ({ price, lightFee }: ReadDate): number => price + lightFee

function dateRow(date: ReadDate, place: (date: ReadDate, locale: Locale) => string, speak: Speak): Row {
  const when = (locale: Locale) => formatDatedPeriod(date.start, date.end, locale)
  const where = speak((locale) => place(date, locale))
  if (date.state === 'held') return { cells: [speak(when), where, alike(formatMoney(feeOf(date)))] }
  const state = (locale: Locale) => text(`preorder_date_${date.state.replace('-', '_')}`, locale) ?? date.state
  const at = speak((locale) => m.paper_item_state({ item: when(locale), state: state(locale) }, { locale }))
  return { cells: [at, where, alike('—')], look: 'gone' }
}

/** Of what is held. */
function sumRow(dates: readonly ReadDate[], words: (said: { count: number }, spoken: { locale: Locale }) => string, speak: Speak): Row {
  const held = dates.filter(({ state }) => state === 'held')
  const sum = held.reduce((all, date) => all + feeOf(date), 0)
  return { cells: [speak((locale) => words({ count: held.length }, { locale })), [], alike(formatMoney(sum))], look: 'sum' }
}

function factsOf({ preOrder, round }: ShownPreOrder, speak: Speak): Fact[] {
  const { orderNo, communityName, title, state, payOrderNo, submittedAt } = preOrder
  const day = (one: Day, locale: Locale) => formatDate(momentAt(one, 0), locale)
  return [
    { name: speak((locale) => m.preorder_number({}, { locale })), value: alike(orderNo) },
    ...(payOrderNo === null ? [] : [{ name: speak((locale) => m.paper_order_no({}, { locale })), value: alike(payOrderNo) }]),
    { name: speak((locale) => m.paper_buyer({}, { locale })), value: alike(communityName) },
    ...(title === '' ? [] : [{ name: speak((locale) => m.rounds_column_title({}, { locale })), value: alike(title) }]),
    { name: speak((locale) => m.preorder_round({}, { locale })), value: speak((locale) => say(round.name, locale)) },
    {
      name: speak((locale) => m.paper_season_days({}, { locale })),
      value: speak((locale) => `${day(round.seasonFrom, locale)} – ${day(round.seasonTo, locale)}`),
    },
    {
      name: speak((locale) => m.paper_state({}, { locale })),
      value: speak((locale) => text(`preorder_state_${state.replace('-', '_')}`, locale) ?? state),
    },
    ...(submittedAt
      ? [{ name: speak((locale) => m.preorder_submitted_at({}, { locale })), value: speak((locale) => formatMoment(submittedAt, locale)) }]
      : []),
  ]
}
