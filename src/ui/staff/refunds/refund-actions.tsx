import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundStoryAnswer } from '#modules/refunds/office-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { useState } from 'react'
import { AskRefund, type Deed } from './ask-refund.tsx'
import style from './refunds.module.css'
import { useIsFinance } from './use-is-finance.ts'

type Props = { refund: RefundStoryAnswer; onDecided(): Promise<void> }

const deedWords: Record<Deed, () => string> = {
  approve: m.refunds_approve,
  refuse: m.refunds_refuse,
  sign: m.refunds_sign,
  arrived: m.refunds_arrived,
  denied: m.refunds_denied_do,
  again: m.refunds_again,
  transfer: m.refunds_to_transfer,
  paid: m.refunds_mark_paid,
  failed: m.refunds_mark_failed,
  retry: m.refunds_retry,
}
const keyOf: Partial<Record<Deed, string>> = { approve: 'a', refuse: 'r', sign: 's' }

/** What this viewer may do with the refund now; each asks first. A approves, R refuses, S signs. */
export function RefundActions({ refund, onDecided }: Props) {
  const [asked, ask] = useState<Deed>()
  const deeds = deedsOf(refund, useIsFinance())
  useKeys(Object.fromEntries(deeds.flatMap((deed) => (keyOf[deed] ? [[keyOf[deed], () => ask(deed)]] : []))))
  return (
    <section className={style.part} aria-label={m.staff_order_actions()}>
      <Signatures refund={refund} />
      {deeds.length > 0 && (
        <div className="cluster">
          {deeds.map((deed, n) => (
            <StaffButton
              key={deed}
              look={n === 0 ? 'primary' : deed === 'refuse' || deed === 'failed' ? 'danger' : 'secondary'}
              onClick={() => ask(deed)}
            >
              {deedWords[deed]()}
              {keyOf[deed] && <kbd className={style.key}>{keyOf[deed].toUpperCase()}</kbd>}
            </StaffButton>
          ))}
        </div>
      )}
      {asked && (
        <AskRefund deed={asked} confirmLabel={deedWords[asked]()} refund={refund} onDecided={onDecided} onClose={() => ask(undefined)} />
      )}
    </section>
  )
}

function Signatures({ refund: { signatures, needsTwo, need, amount, isOwn } }: { refund: RefundStoryAnswer }) {
  if (isOwn) return <Callout title={m.refunds_own()} />
  const again = signatures.filter(({ deed }) => deed === 'again')
  if (need === 'answer' && again.length > 0) return <Callout title={m.refunds_again_asked({ name: again[0]!.by })} />
  if (!needsTwo || need !== 'signature') return null
  const first = signatures.find(({ deed }) => deed === 'transfer')
  return (
    <Callout title={m.refunds_needs_two({ amount: formatMoney(amount) })}>
      {first ? (first.isYou ? m.refunds_signed_by_you() : m.refunds_signed_by({ name: first.by })) : m.refunds_signed_by_nobody()}
    </Callout>
  )
}

function deedsOf(refund: RefundStoryAnswer, isFinance: boolean): Deed[] {
  const { need, status, way, signatures, isOwn, account, needsTwo, nextWays, mayBecomeTransfer, unclear } = refund
  if (isOwn) return []
  const mine = (deed: 'transfer' | 'again') => signatures.some((one) => one.deed === deed && one.isYou)
  // A transfer that is with the bank, and a card that has yet to answer, are recorded first.
  if ((need === 'twice' || need === 'denied') && (status !== 'processing' || (way === 'card' && unclear)))
    return isFinance ? ['arrived', ...(need === 'denied' ? (['denied'] as const) : [])] : []
  if (need === 'decision') return ['approve', 'refuse']
  if (need === 'signature') return mine('transfer') ? [] : ['sign']
  if (need === 'answer') {
    const isAsked = signatures.some(({ deed }) => deed === 'again')
    if (!isFinance) return isAsked && needsTwo && !mine('again') ? ['sign'] : []
    return ['arrived', ...(mine('again') ? [] : (['again'] as const)), 'transfer']
  }
  if (way === 'bank' && account && (status === 'processing' || status === 'approved')) return isFinance ? ['paid', 'failed'] : []
  const retried: Deed[] = nextWays.includes('card') && status === 'failed' ? ['retry'] : []
  return [...retried, ...(mayBecomeTransfer && isFinance ? (['transfer'] as const) : [])]
}
