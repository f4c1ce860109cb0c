import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { CheckField, SelectField } from '#ui/kit/field.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { useState } from 'react'
import { usePersonCall } from './person-queries.ts'

type Identity = PersonCardAnswer['identities'][number]

/** Changes the identity of a person whose proof the desk has seen, where it needs one. */
export function IdentityForm({ card: { id, name, email, identity, identities }, onClose }: { card: PersonCardAnswer; onClose(): void }) {
  const call = usePersonCall()
  const [chosenId, setChosenId] = useState(identity.id)
  const [isSeen, setSeen] = useState(false)
  const chosen = identities.find((one) => one.id === chosenId)
  const isUnseen = chosen?.needsProof === true && !isSeen
  return (
    <AskSheet
      title={m.person_change_identity_title({ name })}
      effects={[...(chosen ? [proofText(chosen)] : []), m.person_identity_prices(), ...(email ? [m.person_told({ name })] : [])]}
      check={() => (isUnseen ? [{ path: 'seen', message: m.person_identity_seen_missing() }] : [])}
      confirmLabel={m.person_change_identity()}
      onSend={() => call('/api/Staff/Person/Identity', { id, identityId: chosenId }, m.person_identity_changed())}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <SelectField
            name="identityId"
            label={m.person_identity_kind()}
            value={chosen ? String(chosenId) : ''}
            error={errorAt('identityId')}
            onChange={({ target }) => {
              setChosenId(Number(target.value))
              setSeen(false)
            }}
          >
            {/* A retired identity is kept, but cannot be chosen. */}
            {!chosen && <option value="">{identity.name}</option>}
            {identities.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </SelectField>
          {chosen?.needsProof && (
            <CheckField
              name="seen"
              label={m.person_identity_seen()}
              checked={isSeen}
              error={errorAt('seen')}
              onChange={({ target }) => setSeen(target.checked)}
            />
          )}
        </>
      )}
    </AskSheet>
  )
}

function proofText({ needsProof, proofMonths }: Identity): string {
  if (!needsProof) return m.person_identity_free()
  return proofMonths === null ? m.person_identity_forever() : m.person_identity_months({ months: proofMonths })
}
