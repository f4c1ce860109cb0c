import { m } from '#i18n/generated/messages.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { roleName } from '#ui/clubs/role-words.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayDecide } from './may-decide.ts'
import style from './person.module.css'
import { usePersonCall } from './person-queries.ts'

/** Who acts for a club, and the naming of an owner where it has none, or its owner does not hand it over. */
export function PersonClub({ card: { id, clubPeople, community } }: { card: PersonCardAnswer }) {
  const viewer = useViewer()
  const [isNaming, setNaming] = useState(false)
  if (!clubPeople || !community) return null
  const hasOwner = clubPeople.some(({ role }) => role === 'owner')
  const isInIt = clubPeople.some((one) => one.id === viewer?.personId)
  return (
    <Panel
      title={m.club_people_title()}
      actions={mayDecide(viewer, id) && !isInIt && <StaffButton onClick={() => setNaming(true)}>{m.person_club_name_owner()}</StaffButton>}
    >
      {!hasOwner && <Callout tone="due" title={m.person_club_no_owner()} />}
      <ul className={style.list}>
        {clubPeople.map((one) => (
          <li key={one.id}>
            <p>
              {one.id === id ? (
                one.name
              ) : (
                <Link to="/staff/people" search={{ person: one.id }}>
                  {one.name}
                </Link>
              )}
            </p>
            <Chip tone={one.role === 'owner' ? 'good' : 'plain'}>{roleName(one.role)}</Chip>
            {one.isOwnLogin && <span className={style.soft}>{m.club_own_login()}</span>}
          </li>
        ))}
      </ul>
      {isNaming && <NameOwner id={id} club={community.name} hasOwner={hasOwner} onClose={() => setNaming(false)} />}
    </Panel>
  )
}

function NameOwner({ id, club, hasOwner, onClose }: { id: string; club: string; hasOwner: boolean; onClose(): void }) {
  const call = usePersonCall()
  const [email, setEmail] = useState('')
  return (
    <AskSheet
      title={m.person_club_name_owner_title({ club })}
      effects={[...(hasOwner ? [m.person_club_owner_before()] : []), m.person_club_owner_told()]}
      reasonLabel={m.person_reason()}
      confirmLabel={m.person_club_name_owner()}
      onSend={({ reason }) => call('/api/Staff/Person/Club/Owner', { id, email: email.trim(), reason }, m.person_club_owner_named())}
      onClose={onClose}
    >
      {(errorAt) => (
        <TextField
          name="email"
          type="email"
          label={m.person_club_owner_email()}
          autoComplete="off"
          value={email}
          error={errorAt('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
    </AskSheet>
  )
}
