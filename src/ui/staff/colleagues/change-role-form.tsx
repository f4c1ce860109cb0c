import { m } from '#i18n/generated/messages.js'
import type { ListedStaff } from '#modules/staff/wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './colleagues.module.css'
import { checkRoles, RoleChoice } from './role-choice.tsx'
import { useLeaveIfSelf } from './use-leave-if-self.ts'
import { useColleagueCall } from './staff-query.ts'

/** Gives a person other roles. The roles that were shown go with the call, so that a colleague's change is not overwritten. */
export function ChangeRolesForm({ person, onClose }: { person: ListedStaff; onClose(): void }) {
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
      <div className={style.buttons}>
        <StaffButton onClick={onClose}>{m.staff_people_cancel()}</StaffButton>
        <StaffButton type="submit" look="primary" busy={busy}>
          {m.staff_deed_role_submit()}
        </StaffButton>
      </div>
    </form>
  )
}
