import { m } from '#i18n/generated/messages.js'
import { maxSuspendDays } from '#modules/people/rules.ts'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { LiftSuspensionSheet } from '#ui/staff/kit/lift-suspension.tsx'
import { useState } from 'react'
import { usePersonCall } from './person-queries.ts'

type Props = { card: PersonCardAnswer; onClose(): void }

/** Suspends a person from booking for some days. */
export function SuspendForm({ card: { id, name, email, suspendDays }, onClose }: Props) {
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

export function LiftForm({ card, suspension, onClose }: Props & { suspension: NonNullable<PersonCardAnswer['suspension']> }) {
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
