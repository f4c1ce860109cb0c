import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { GivePointForm } from './give-point-form.tsx'
import { IdentityForm } from './identity-form.tsx'
import { mayDecide } from './may-decide.ts'
import { MergeButton } from './merge-dialog.tsx'
import { LiftForm, SuspendForm } from './suspend-form.tsx'
import { usePersonCall } from './person-queries.ts'

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
