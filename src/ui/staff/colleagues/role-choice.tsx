import { m } from '#i18n/generated/messages.js'
import { staffRoles } from '#modules/staff/rules.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { CheckCard } from '#ui/kit/radio-card.tsx'
import { aboutRole } from '#ui/staff/kit/about-role.ts'
import { roleName } from '#ui/staff/kit/role-name.ts'
import style from './colleagues.module.css'

/** At least one role has to be ticked. */
export const checkRoles = (form: FormData) => (form.has('roles') ? [] : [{ path: 'roles', message: m.field_roles() }])

type Props = { chosen: readonly ScreenRole[]; error: string | undefined }

/** Tick boxes with a sentence for each role. A person may have several, and then the rights of all of them. */
export function RoleChoice({ chosen, error }: Props) {
  return (
    <fieldset className={style.roles} aria-describedby={error ? 'roles-error roles-hint' : 'roles-hint'}>
      <legend>{m.staff_people_role()}</legend>
      <p id="roles-hint" className={style.soft}>
        {m.staff_roles_hint()}
      </p>
      {error && (
        <p id="roles-error" className={style.wrong} role="alert">
          {error}
        </p>
      )}
      {staffRoles.map((role) => (
        <CheckCard key={role} name="roles" value={role} defaultChecked={chosen.includes(role)} aria-invalid={error ? true : undefined}>
          <span className={style.role}>
            <b>{roleName(role)}</b>
            <span>{aboutRole(role)}</span>
          </span>
        </CheckCard>
      ))}
    </fieldset>
  )
}
