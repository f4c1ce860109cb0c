import { m } from '#i18n/generated/messages.js'
import type { ScreenRole } from '#navigation/staff-screens.ts'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { aboutRole } from '#ui/staff/kit/about-role.ts'
import { roleName } from '#ui/staff/kit/role-name.ts'
import style from './people.module.css'

/** Radio buttons with a sentence for each role. */
export function RoleChoice({ roles, chosen }: { roles: readonly ScreenRole[]; chosen: ScreenRole }) {
  return (
    <fieldset className={style.roles}>
      <legend>{m.staff_people_role()}</legend>
      {roles.map((role) => (
        <RadioCard key={role} name="role" value={role} defaultChecked={role === chosen}>
          <span className={style.role}>
            <b>{roleName(role)}</b>
            <span>{aboutRole(role)}</span>
          </span>
        </RadioCard>
      ))}
    </fieldset>
  )
}
