import { m } from '#i18n/generated/messages.js'
import type { EvidenceAnswer } from '#modules/violations/office-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { WithdrawPointSheet } from '#ui/staff/kit/withdraw-point.tsx'
import { useState } from 'react'
import style from './points.module.css'
import { usePointCall } from './points-queries.ts'

type Asked = 'accept' | 'reject' | 'withdraw'
type Props = { evidence: EvidenceAnswer; onDecided(): Promise<void> }

/** Accept (A) or refuse (R) an open appeal, or withdraw the point. Each asks first, with reasons ready to choose. */
export function PointActions({ evidence, onDecided }: Props) {
  const [asked, ask] = useState<Asked>()
  const { point, appeal, isOwn } = evidence
  const isOpen = appeal?.status === 'open' && !isOwn
  const mayWithdraw = !isOwn && !isOpen && (point.status === 'counts' || point.status === 'used')
  useKeys(isOpen ? { a: () => ask('accept'), r: () => ask('reject') } : {})
  const close = () => ask(undefined)
  const call = usePointCall()
  return (
    <section className={style.part} aria-label={m.staff_order_actions()}>
      {isOwn && <Callout title={m.points_own()} />}
      <div className={style.actions}>
        {isOpen && (
          <>
            <StaffButton look="primary" onClick={() => ask('accept')}>
              {m.points_accept()}
              <kbd className={style.key}>A</kbd>
            </StaffButton>
            <StaffButton look="danger" onClick={() => ask('reject')}>
              {m.points_reject()}
              <kbd className={style.key}>R</kbd>
            </StaffButton>
          </>
        )}
        {mayWithdraw && <StaffButton onClick={() => ask('withdraw')}>{m.person_withdraw()}</StaffButton>}
      </div>
      {(asked === 'accept' || asked === 'reject') && appeal && (
        <DecideSheet decision={asked} appealId={appeal.id} evidence={evidence} onDecided={onDecided} onClose={close} />
      )}
      {asked === 'withdraw' && (
        <WithdrawPointSheet
          point={point}
          toldName={point.person.name}
          onSend={(body) => call('/api/Staff/Person/Point/Withdraw', body, m.person_withdrawn())}
          onClose={close}
        />
      )}
    </section>
  )
}

type DecideProps = {
  decision: 'accept' | 'reject'
  appealId: string
  evidence: EvidenceAnswer
  onDecided(): Promise<void>
  onClose(): void
}

function DecideSheet({ decision, appealId, evidence: { point }, onDecided, onClose }: DecideProps) {
  const call = usePointCall()
  const isAccepted = decision === 'accept'
  const send = async ({ reason }: { reason: string }) => {
    const body = { id: appealId, decision, reason }
    await call<{ suspensionLifted: boolean }>('/api/Staff/Violation/Decide', body, {
      done: ({ suspensionLifted }) => (suspensionLifted ? m.points_decided_lifted() : m.points_decided()),
    })
    await onDecided()
  }
  return (
    <AskSheet
      title={isAccepted ? m.points_accept_title({ name: point.person.name }) : m.points_reject_title({ name: point.person.name })}
      effects={[
        isAccepted ? m.person_withdraw_effect() : m.points_reject_effect(),
        ...(isAccepted && point.status === 'used' ? [m.person_withdraw_lifts()] : []),
        m.person_told({ name: point.person.name }),
      ]}
      reasonLabel={m.person_reason()}
      isReasonOptional={isAccepted}
      readyReasons={
        isAccepted
          ? [m.points_accept_proof(), m.points_accept_fault(), m.points_accept_came()]
          : [m.points_reject_no_proof(), m.points_reject_told(), m.points_reject_late()]
      }
      confirmLabel={isAccepted ? m.points_accept() : m.points_reject()}
      isDangerous={!isAccepted}
      onSend={send}
      onClose={onClose}
    />
  )
}
