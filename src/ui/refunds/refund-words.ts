import { m } from '#i18n/generated/messages.js'
import type { RefundState } from '#modules/refunds/rules.ts'

const states: Record<RefundState, { word: () => string; tone: 'plain' | 'good' | 'due' | 'danger' }> = {
  requested: { word: m.refund_state_requested, tone: 'due' },
  approved: { word: m.refund_state_approved, tone: 'due' },
  processing: { word: m.refund_state_processing, tone: 'due' },
  refunded: { word: m.refund_state_refunded, tone: 'good' },
  rejected: { word: m.refund_state_rejected, tone: 'danger' },
  failed: { word: m.refund_state_failed, tone: 'danger' },
}

export const refundWord = (state: RefundState): string => states[state].word()
export const refundTone = (state: RefundState) => states[state].tone
