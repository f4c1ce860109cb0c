import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { Block, Row } from '#lib/pdf/paper.ts'
import { balanceText, partText, belowRest, type Balance } from '#modules/orders/balance.ts'
import { alike, type Speak } from './language-rules.ts'

/** What was paid and what goes back, with the sum of both, what it consists of and what is still to be sent; nothing where no money has moved. */
export function moneyTable(balance: Balance, speak: Speak): Block[] {
  if (balance.lines.length === 0) return []
  const rows = balance.lines.map((line): Row => {
    const when = speak((locale) => formatMoment(line.at, locale))
    return { cells: [when, speak((locale) => balanceText(line, locale)), alike(formatMoney(line.amount))] }
  })
  const hasRefunds = balance.lines.some(({ amount }) => amount < 0)
  const sum = speak((locale) => (hasRefunds ? m.balance_rest : m.orders_paid)({}, { locale }))
  const parts = belowRest(balance).map(({ part, amount }): Row => ({
    cells: [[], speak((locale) => partText(part, locale)), alike(formatMoney(amount))],
  }))
  return [
    { kind: 'heading', text: speak((locale) => m.balance_title({}, { locale })) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.paper_column_at({}, { locale })), share: 5 },
        { head: speak((locale) => m.paper_column_item({}, { locale })), share: 6 },
        { head: speak((locale) => m.paper_column_amount({}, { locale })), share: 3, right: true },
      ],
      rows: [...rows, { cells: [sum, [], alike(formatMoney(balance.rest))], look: 'sum' }, ...parts],
    },
  ]
}
