import { m } from '#i18n/generated/messages.js'
import { staffRoles } from '#modules/staff/rules.ts'
import type { ListedStaff } from '#modules/staff/wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './people.module.css'
import { RoleChoice } from './role-choice.tsx'
import { useLeaveIfSelf } from './use-leave-if-self.ts'
import { useStaffCall } from './use-staff-call.ts'

/** Gives a person another role. The role that was shown goes with the call, so that a colleague's change is not overwritten. */
export function ChangeRoleForm({ person, onClose }: { person: ListedStaff; onClose(): void }) {
  const call = useStaffCall()
  const leaveIfSelf = useLeaveIfSelf(person)
  const { busy, refused, form } = useSubmit(async (fields) => {
    const to = String(fields.get('role'))
    if (to === person.role) return onClose()
    await call('/api/Staff/Account/Role', { memberId: person.id, from: person.role, to }, m.staff_deed_role_done({ name: person.name }))
    onClose()
    await leaveIfSelf()
  })
  return (
    <form className={style.form} {...form}>
      {/* The choice starts anew when the role has changed meanwhile. */}
      <RoleChoice key={person.role} roles={staffRoles} chosen={person.role} />
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
