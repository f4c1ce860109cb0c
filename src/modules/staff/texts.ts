import type { StaffRole } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'

const names = {
  admin: m.staff_role_admin,
  manager: m.staff_role_manager,
  desk: m.staff_role_desk,
  finance: m.staff_role_finance,
  editor: m.staff_role_editor,
} as const satisfies Record<StaffRole, unknown>

/** Roles in words, one after the other. */
export const roleNames = (roles: readonly StaffRole[], locale: Locale): string =>
  roles.map((role) => names[role]({}, { locale })).join(m.join_list({}, { locale }))
