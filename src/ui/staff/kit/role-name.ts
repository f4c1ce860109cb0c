import { m } from '#i18n/generated/messages.js'
import type { ScreenRole } from '#navigation/staff-screens.ts'

const names: Record<ScreenRole, () => string> = {
  admin: m.staff_role_admin,
  manager: m.staff_role_manager,
  desk: m.staff_role_desk,
  finance: m.staff_role_finance,
  editor: m.staff_role_editor,
}

export const roleName = (role: ScreenRole): string => names[role]()

/** Roles of a person in words, one after the other. */
export const roleNames = (roles: readonly ScreenRole[]): string => roles.map(roleName).join(m.join_list())
