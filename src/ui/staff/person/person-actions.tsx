import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { GivePointForm } from './give-point-form.tsx'
import { IdentityForm } from './identity-form.tsx'
import { mayDecide } from './may-decide.ts'
import { usePersonCall } from './person-queries.ts'
import { Sheet } from '#ui/kit/sheet.tsx'
import { ChooseDouble, type Candidate } from './choose-double.tsx'
import { ReviewMerge } from './review-merge.tsx'
import { maxSuspendDays } from '#modules/people/merge-rules.ts'
import { TextField } from '#ui/kit/field.tsx'
import { LiftSuspensionSheet } from '#ui/staff/kit/lift-suspension.tsx'

type Asked = 'identity' | 'mobile' | 'point' | 'suspend' | 'lift'

/** What can be done with a person. Each action asks first, in a sheet that says what will happen. */
export function PersonActions({ card }: { card: PersonCardAnswer }) {
  const viewer = useViewer()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const may = mayDecide(viewer, card.id)
  return (
    <div className="cluster">
      <StaffButtonLink to="/staff/counter" search={{ person: card.id }} look="primary" icon="counter">
        {m.person_book()}
      </StaffButtonLink>
      <StaffButton icon="texts" onClick={() => document.getElementById('person-note')?.focus()}>
        {m.person_note_write()}
      </StaffButton>
      {viewer?.id !== card.id && (
        <StaffButton icon="identity" onClick={() => setAsked('identity')}>
          {m.person_change_identity()}
        </StaffButton>
      )}
      {viewer?.id !== card.id && !card.isMobileProven && (
        <StaffButton icon="check" onClick={() => setAsked('mobile')}>
          {m.person_mobile_confirm()}
        </StaffButton>
      )}
      {may && (
        <StaffButton icon="alert" onClick={() => setAsked('point')}>
          {m.person_give()}
        </StaffButton>
      )}
      <MergeButton card={card} />
      {may && card.suspension && <StaffButton onClick={() => setAsked('lift')}>{m.person_lift()}</StaffButton>}
      {may && !card.suspension && !card.neverSuspended && (
        <StaffButton look="danger" onClick={() => setAsked('suspend')}>
          {m.person_suspend()}
        </StaffButton>
      )}
      {asked === 'identity' && <IdentityForm card={card} onClose={close} />}
      {asked === 'mobile' && <ConfirmMobile card={card} onClose={close} />}
      {asked === 'point' && <GivePointForm card={card} onClose={close} />}
      {asked === 'suspend' && <SuspendForm card={card} onClose={close} />}
      {asked === 'lift' && card.suspension && <LiftForm card={card} suspension={card.suspension} onClose={close} />}
    </div>
  )
}

/** For a member who is at the desk with the phone, where no code could be sent. */
function ConfirmMobile({ card: { id, name, mobile }, onClose }: { card: PersonCardAnswer; onClose(): void }) {
  const call = usePersonCall()
  return (
    <AskSheet
      title={m.person_mobile_confirm_title({ name })}
      effects={[m.person_mobile_confirm_seen({ mobile }), m.person_mobile_confirm_effect()]}
      confirmLabel={m.person_mobile_confirm()}
      onSend={() => call('/api/Staff/Person/Mobile/Confirm', { id, mobile }, m.person_mobile_confirmed())}
      onClose={onClose}
    />
  )
}

/** Merging doubles: first the other record is chosen, then both are seen side by side with what follows. Not for accounts of staff. */
function MergeButton({ card }: { card: PersonCardAnswer }) {
  const [isOpen, setOpen] = useState(false)
  if (card.roles.length > 0) return null
  return (
    <>
      <StaffButton icon="staff" onClick={() => setOpen(true)}>
        {m.merge_open()}
      </StaffButton>
      {isOpen && <MergeDialog card={card} onClose={() => setOpen(false)} />}
    </>
  )
}

function MergeDialog({ card, onClose }: { card: PersonCardAnswer; onClose(): void }) {
  const [other, setOther] = useState<Candidate>()
  return (
    <Sheet open title={m.merge_title({ name: card.name })} onClose={onClose}>
      {other ? (
        <ReviewMerge card={card} other={other} onBack={() => setOther(undefined)} onClose={onClose} />
      ) : (
        <ChooseDouble card={card} onChoose={setOther} />
      )}
    </Sheet>
  )
}

type Props = { card: PersonCardAnswer; onClose(): void }

/** Suspends a person from booking for some days. */
function SuspendForm({ card: { id, name, email, suspendDays }, onClose }: Props) {
  const call = usePersonCall()
  const [days, setDays] = useState(String(Math.min(suspendDays, maxSuspendDays)))
  return (
    <AskSheet
      title={m.person_suspend_title({ name })}
      effects={[m.person_suspend_effect(), m.person_suspend_later(), ...(email ? [m.person_told({ name })] : [])]}
      reasonLabel={m.person_reason()}
      confirmLabel={m.person_suspend()}
      isDangerous
      onSend={({ reason }) => call('/api/Staff/Person/Suspend', { id, days: Number(days), reason }, m.person_suspended_done())}
      onClose={onClose}
    >
      {(errorAt) => (
        <TextField
          label={m.person_suspend_days()}
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxSuspendDays}
          step={1}
          autoComplete="off"
          value={days}
          error={errorAt('days')}
          onChange={({ target }) => setDays(target.value)}
        />
      )}
    </AskSheet>
  )
}

function LiftForm({ card, suspension, onClose }: Props & { suspension: NonNullable<PersonCardAnswer['suspension']> }) {
  const call = usePersonCall()
  return (
    <LiftSuspensionSheet
      name={card.name}
      suspension={suspension}
      isTold={card.email !== ''}
      onSend={(body) => call('/api/Staff/Person/Lift', body, m.person_lifted())}
      onClose={onClose}
    />
  )
}
