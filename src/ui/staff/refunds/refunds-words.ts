import { m } from '#i18n/generated/messages.js'
import type { RefundNeed, RefundWay } from '#modules/refunds/rules.ts'
import type { MatchKind } from '#modules/refunds/statement-rules.ts'
import type { RefundTry } from '#modules/refunds/office-wire.ts'

const needs: Record<RefundNeed, () => string> = {
  twice: m.refunds_need_twice,
  denied: m.refunds_need_denied,
  answer: m.refunds_need_answer,
  decision: m.refunds_need_decision,
  failed: m.refunds_need_failed,
  signature: m.refunds_need_signature,
}
export const needWord = (need: RefundNeed): string => needs[need]()

const ways: Record<RefundWay, () => string> = {
  card: m.refunds_way_card,
  bank: m.refunds_way_bank,
  cash: m.refund_way_cash,
  terminal: m.refund_way_terminal,
  voucher: m.refund_way_voucher,
  none: m.refund_way_none,
}
export const refundWayWord = (way: RefundWay): string => ways[way]()

const outcomes: Record<'refunded' | 'refused' | 'unclear' | 'none', () => string> = {
  refunded: m.refunds_try_refunded,
  refused: m.refunds_try_refused,
  unclear: m.refunds_try_unclear,
  none: m.refunds_try_none,
}
export const outcomeWord = (outcome: RefundTry['outcome']): string => outcomes[outcome ?? 'none']()

type Tone = 'plain' | 'good' | 'due' | 'danger'
const matches: Record<MatchKind, { word: () => string; tone: Tone }> = {
  matched: { word: m.statement_matched, tone: 'good' },
  'amount-differs': { word: m.statement_amount_differs, tone: 'danger' },
  unknown: { word: m.statement_unknown, tone: 'danger' },
  'already-paid': { word: m.statement_already_paid, tone: 'plain' },
  doubled: { word: m.statement_doubled, tone: 'danger' },
  'not-payable': { word: m.statement_not_payable, tone: 'danger' },
  unsigned: { word: m.statement_unsigned, tone: 'due' },
  several: { word: m.statement_several, tone: 'danger' },
  'no-reference': { word: m.statement_no_reference, tone: 'plain' },
}
export const matchWord = (kind: MatchKind): string => matches[kind].word()
export const matchTone = (kind: MatchKind): Tone => matches[kind].tone
