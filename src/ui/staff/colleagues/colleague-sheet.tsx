import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ListedStaff } from '#modules/staff/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { AskForm } from '#ui/staff/kit/ask-sheet.tsx'
import { roleNames } from '#ui/staff/kit/role-name.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { factorWords } from './factor-words.ts'
import style from './colleagues.module.css'
import { deedsFor, type Deed, type DeedName } from './colleague-deeds.ts'
import { ColleagueSessions } from './colleague-sessions.tsx'
import { useColleagueCall } from './staff-query.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { checkRoles, RoleChoice } from './role-choice.tsx'
import { logout } from '#ui/session/logout.ts'
import { useRouter } from '@tanstack/react-router'

/** `rolesBy`: the issuer whose groups say roles. */
type Props = { person: ListedStaff; now: Date; rolesBy: string | null; onClose(): void }

/** One member of staff: facts, actions and sessions. An action asks in the same sheet before it is done. */
export function ColleagueSheet({ person, now, rolesBy, onClose }: Props) {
  const [step, setStep] = useState<'role' | DeedName>()
  const back = () => setStep(undefined)
  const deeds = deedsFor(person)
  const deed = deeds.find(({ name }) => name === step)
  const name = person.name || person.email
  const title = step === 'role' ? m.staff_deed_role_title({ name }) : (deed?.title ?? name)
  return (
    <Sheet open title={title} onClose={onClose}>
      {step === 'role' && <ChangeRolesForm person={person} onClose={back} />}
      {deed && <AskDeed person={person} deed={deed} onBack={back} onGone={onClose} />}
      {step === undefined && <Person {...{ person, now, rolesBy, deeds }} onAsk={setStep} />}
    </Sheet>
  )
}

type PersonProps = Omit<Props, 'onClose'> & { deeds: Deed[]; onAsk(step: 'role' | DeedName): void }

function Person({ person, now, rolesBy, deeds, onAsk }: PersonProps) {
  const { email, account, roles, since, suspendedAt, isLastAdmin } = person
  const day = (moment: string) => formatDate(new Date(moment), getLocale())
  return (
    <div className="stack gap-4">
      <Facts
        facts={[
          [m.staff_invitations_email(), email],
          [m.register_account(), account],
          [m.staff_people_role(), roleNames(roles)],
          since && [m.staff_people_since(), day(since)],
          [m.staff_people_factor(), factorWords(person).text],
        ]}
      />
      {suspendedAt && <Callout tone="due">{m.staff_person_suspended({ day: day(suspendedAt) })}</Callout>}
      {isLastAdmin && <Callout>{m.problem_last_admin_detail()}</Callout>}
      {rolesBy && <Callout>{m.staff_roles_by({ way: rolesBy })}</Callout>}
      <div className={style.actions}>
        {!isLastAdmin && !rolesBy && <StaffButton onClick={() => onAsk('role')}>{m.staff_deed_role()}</StaffButton>}
        {deeds
          .filter(({ name }) => name !== 'end-sessions')
          .map(({ name, label, isDangerous }) => (
            <StaffButton key={name} look={isDangerous ? 'danger' : 'secondary'} onClick={() => onAsk(name)}>
              {label}
            </StaffButton>
          ))}
      </div>
      <ColleagueSessions person={person} now={now} onEndAll={() => onAsk('end-sessions')} />
    </div>
  )
}

function AskDeed({ person, deed, onBack, onGone }: { person: ListedStaff; deed: Deed; onBack(): void; onGone(): void }) {
  const call = useColleagueCall()
  const leaveIfSelf = useLeaveIfSelf(person)
  return (
    <AskForm
      effects={deed.effects}
      confirmLabel={deed.label}
      isDangerous={deed.isDangerous}
      onClose={deed.name === 'remove' ? onGone : onBack}
      onSend={async () => {
        await call(deed.path, { memberId: person.id }, deed.done)
        if (deed.endsAllSessions) await leaveIfSelf()
      }}
    />
  )
}

/** Gives a person other roles. The roles that were shown go with the call, so that a colleague's change is not overwritten. */
function ChangeRolesForm({ person, onClose }: { person: ListedStaff; onClose(): void }) {
  const call = useColleagueCall()
  const leaveIfSelf = useLeaveIfSelf(person)
  const { busy, refused, errorAt, form } = useSubmit(
    async (fields) => {
      const to = fields.getAll('roles').map(String)
      if (to.join() === person.roles.join()) return onClose()
      await call('/api/Staff/Account/Role', { memberId: person.id, from: person.roles, to }, m.staff_deed_role_done({ name: person.name }))
      onClose()
      await leaveIfSelf()
    },
    { check: checkRoles },
  )
  return (
    <form className="stack gap-4" {...form}>
      {/* The choice starts anew when the roles have changed meanwhile. */}
      <RoleChoice key={person.roles.join()} chosen={person.roles} error={errorAt('roles')} />
      <ul className={style.effects}>
        <li>{person.isSelf ? m.staff_effect_own_sessions_end() : m.staff_effect_sessions_end()}</li>
      </ul>
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.staff_deed_role_submit()}
          </StaffButton>
        }
      >
        <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
      </SheetActions>
    </form>
  )
}

/** After an admin's own sessions have ended: back to the login. */
function useLeaveIfSelf({ isSelf }: ListedStaff): () => Promise<void> {
  const router = useRouter()
  return async () => {
    if (!isSelf) return
    await router.navigate({ to: '/login' })
    await logout(router)
  }
}
