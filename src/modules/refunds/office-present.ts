import type { Locale } from '#i18n/locale.ts'
import { say, type Words } from '#i18n/words.ts'
import type { findFile } from '#modules/files/store.ts'
import type { ShownRefund } from './read-refund.ts'
import type { ListedRefundAnswer, RefundStoryAnswer } from './office-wire.ts'
import { presentForStaff } from './present.ts'
import type { ListedRefund, readHistory, RefundedTrade } from './queue-store.ts'
import { mayBecomeTransfer, needsSignatures, signaturesNeeded, type RefundNeed } from './rules.ts'
import { causeText } from './texts.ts'

export const presentListed = (refund: Omit<ListedRefund, 'count' | 'total'>, locale: Locale): ListedRefundAnswer => ({
  refundNo: refund.refundNo,
  orderNo: refund.orderNo,
  person: { id: refund.memberId, name: refund.memberName },
  cause: refund.cause,
  causeText: causeText(refund.cause, locale),
  status: refund.state,
  way: refund.way,
  amount: refund.amount,
  batchNo: refund.batchNo,
  need: refund.need,
  awaitsAccount: refund.way === 'bank' && refund.state === 'approved' && !refund.hasAccount,
  createdAt: refund.createdAt.toISOString(),
  changedAt: refund.changedAt.toISOString(),
  changedBy: refund.changedBy,
})

type Story = {
  refund: ShownRefund
  history: Awaited<ReturnType<typeof readHistory>>
  trade: RefundedTrade | undefined
  /** The payment provider that took the money; without a title when this version does not know it. */
  taker: { title: Words | undefined; isSet: boolean } | undefined
  passbook: Awaited<ReturnType<typeof findFile>>
  /** Above this amount two people have to agree. */
  above: number
  viewer: string
}

function needOf(
  { state, way, unclear, perhapsTwice, bankAccount, amount, isGuest }: ShownRefund,
  { tries, signatures }: Story['history'],
  above: number,
): RefundNeed | null {
  if (perhapsTwice) return tries.some(({ contradicts, outcome }) => contradicts && outcome === 'refused') ? 'denied' : 'twice'
  if (way === 'card' && state === 'processing' && unclear) return 'answer'
  if (state === 'requested') return 'decision'
  if (isGuest && (state === 'failed' || state === 'rejected')) return 'failed'
  const leaves = way === 'bank' && state === 'approved' && bankAccount !== null
  const signed = signatures.filter(({ deed }) => deed === 'transfer').length
  return leaves && needsSignatures(amount, above) && signed < signaturesNeeded ? 'signature' : null
}

export function presentRefundStory({ refund, history, trade, taker, passbook, above, viewer }: Story, locale: Locale): RefundStoryAnswer {
  const { steps: _, passbookFileId: __, ...shown } = presentForStaff(refund, locale)
  return {
    ...shown,
    memberId: refund.memberId,
    passbook: passbook ? { id: passbook.id, name: passbook.name, size: passbook.size, type: passbook.type } : null,
    need: needOf(refund, history, above),
    trade: trade && taker ? { ...trade, provider: say(taker.title, locale) ?? trade.provider, isProviderSet: taker.isSet } : null,
    tries: history.tries.map(({ number, at, outcome, answer }) => ({ number, at: at.toISOString(), outcome, answer: answer ?? '' })),
    needsTwo: needsSignatures(refund.amount, above),
    signatures: history.signatures.map(({ deed, by, memberId, at }) => ({ deed, by, isYou: memberId === viewer, at: at.toISOString() })),
    isOwn: refund.memberId === viewer,
    steps: history.steps.map(({ state, at, note, by, isMember }) => ({
      status: state,
      at: at.toISOString(),
      note,
      by: by === '' ? null : by,
      byMember: isMember,
    })),
    mayBecomeTransfer: mayBecomeTransfer(refund),
  }
}
