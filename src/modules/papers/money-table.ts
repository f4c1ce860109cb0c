import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import type { Block } from '#lib/pdf/paper.ts'
import { alike, type Speak } from './language-rules.ts'
import type { MoneyMove } from './store.ts'

/** How money moved, in words: as the payer chose it, where that is known. */
export function wayText({ kind, way, payWay, method }: Pick<MoneyMove, 'kind' | 'way' | 'payWay' | 'method'>, locale: Locale): string {
  // Whatever it was paid by, it went to an account.
  if (kind === 'refund' && way === 'transfer') return m.refund_way_bank({}, { locale })
  if (way === 'cash') return m.counter_way_cash({}, { locale })
  if (way === 'terminal') return m.counter_way_terminal({}, { locale })
  if (payWay !== null) return text(`pay_way_${payWay}`, locale) ?? payWay
  if (way === 'transfer') return method === 'cvs' ? m.pay_way_cvs({}, { locale }) : m.pay_way_atm({}, { locale })
  return method === 'wallet' ? m.paper_way_wallet({}, { locale }) : m.pay_way_card({}, { locale })
}

/** What was paid and what went back, with the sum of both; nothing where no money has moved. */
export function moneyTable(moves: readonly MoneyMove[], speak: Speak): Block[] {
  if (moves.length === 0) return []
  const sum = moves.reduce((all, { amount }) => all + amount, 0)
  const rows = moves.map((move) => ({
    cells: [
      speak((locale) => formatMoment(move.at, locale)),
      speak((locale) => {
        const way = wayText(move, locale)
        return move.kind === 'payment' ? way : m.paper_went_back({ way }, { locale })
      }),
      alike(formatMoney(move.amount)),
    ],
  }))
  return [
    { kind: 'heading', text: speak((locale) => m.paper_money({}, { locale })) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.paper_column_at({}, { locale })), share: 5 },
        { head: speak((locale) => m.paper_column_way({}, { locale })), share: 5 },
        { head: speak((locale) => m.paper_column_amount({}, { locale })), share: 3, right: true },
      ],
      rows: [...rows, { cells: [speak((locale) => m.orders_paid({}, { locale })), [], alike(formatMoney(sum))], look: 'sum' }],
    },
  ]
}
