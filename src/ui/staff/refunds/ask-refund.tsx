import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RefundStoryAnswer } from '#modules/refunds/office-wire.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { useRefundCall } from './refunds-queries.ts'

export type Deed = 'approve' | 'refuse' | 'sign' | 'arrived' | 'denied' | 'again' | 'transfer' | 'paid' | 'failed' | 'retry'

type Answered = { waitsForSecond?: boolean; complete?: boolean } | undefined
type Asked = {
  effects: string[]
  reasonLabel?: string
  readyReasons?: string[]
  isReasonOptional?: boolean
  isDangerous?: boolean
  path: string
  body(reason: string): object
  /** Said when it is done. */
  done(answer: Answered): string
}

type Props = { deed: Deed; confirmLabel: string; refund: RefundStoryAnswer; onDecided(): Promise<void>; onClose(): void }

/** Asks before a deed, and says what it does to the money and who is told. */
export function AskRefund({ deed, confirmLabel, refund, onDecided, onClose }: Props) {
  const call = useRefundCall()
  const { path, body, done, ...asked } = sheetOf(deed, refund)
  const send = async ({ reason }: { reason: string }) => {
    await call<Answered>(path, body(reason), { done })
    await onDecided()
  }
  return (
    <AskSheet
      title={`${confirmLabel} · ${formatMoney(refund.amount)}`}
      confirmLabel={confirmLabel}
      {...asked}
      onSend={send}
      onClose={onClose}
    />
  )
}

const note = () => ({ reasonLabel: m.refunds_note(), isReasonOptional: true })

function sheetOf(deed: Deed, refund: RefundStoryAnswer): Asked {
  const { refundNo, memberName: name, needsTwo } = refund
  const told = m.person_told({ name })
  const done = () => m.refunds_done()
  const sheets: Record<Deed, () => Asked> = {
    ...resolving(refund),
    approve: () => ({
      effects: [needsTwo ? m.refunds_approve_two() : m.refunds_approve_effect()],
      path: '/api/Staff/Refund/Review',
      body: () => ({ refundNo, decision: 'approve' }),
      done,
    }),
    refuse: () => ({
      effects: [m.refunds_refuse_effect(), told],
      reasonLabel: m.person_reason(),
      readyReasons: [m.refunds_refuse_unreadable(), m.refunds_refuse_holder(), m.refunds_refuse_number()],
      isDangerous: true,
      path: '/api/Staff/Refund/Review',
      body: (reason) => ({ refundNo, decision: 'refuse', reason }),
      done,
    }),
    sign: () => ({
      effects: [m.refunds_sign_effect()],
      path: '/api/Staff/Refund/Sign',
      body: () => ({ refundNo }),
      done: (answer) => (answer?.complete ? m.refunds_done() : m.refunds_waits_second()),
    }),
    paid: () => ({
      effects: [m.refunds_paid_effect(), told],
      ...note(),
      path: '/api/Staff/Refund/Paid',
      body: (text) => ({ refundNo, note: text }),
      done,
    }),
    failed: () => ({
      effects: [m.refunds_failed_effect(), told],
      reasonLabel: m.person_reason(),
      readyReasons: [m.refunds_failed_closed(), m.refunds_failed_number(), m.refunds_failed_name()],
      isDangerous: true,
      path: '/api/Staff/Refund/Failed',
      body: (reason) => ({ refundNo, reason }),
      done,
    }),
    retry: () => ({ effects: [m.refunds_retry_effect()], path: '/api/Staff/Refund/Retry', body: () => ({ refundNo }), done }),
  }
  return sheets[deed]()
}

/** What finance says came of a card refund. */
function resolving({ refundNo, memberName: name, needsTwo, need }: RefundStoryAnswer) {
  const told = m.person_told({ name })
  const done = () => m.refunds_done()
  const resolve = (outcome: string) => ({
    path: '/api/Staff/Refund/Resolve',
    body: (reason: string) => ({ refundNo, outcome, note: reason }),
  })
  return {
    arrived: () => ({
      effects: need === 'denied' ? [m.refunds_arrived_stays()] : [m.refunds_arrived_effect(), told],
      reasonLabel: m.refunds_arrived_note(),
      ...resolve('arrived'),
      done,
    }),
    denied: () => ({
      effects: [m.refunds_denied_effect(), told],
      reasonLabel: m.refunds_arrived_note(),
      isDangerous: true,
      ...resolve('denied'),
      done,
    }),
    again: () => ({
      effects: [m.refunds_again_effect(), ...(needsTwo ? [m.refunds_again_two()] : [])],
      ...note(),
      isDangerous: true,
      ...resolve('again'),
      done: (answer: Answered) => (answer?.waitsForSecond ? m.refunds_waits_second() : m.refunds_done()),
    }),
    transfer: () => ({ effects: [m.refunds_transfer_effect(), told], ...note(), ...resolve('transfer'), done }),
  } satisfies Partial<Record<Deed, () => Asked>>
}
