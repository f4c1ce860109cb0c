import { m } from '#i18n/generated/messages.js'
import type { ScreenRole } from '#navigation/staff-screens.ts'

const about: Record<ScreenRole, () => string> = {
  admin: m.staff_role_about_admin,
  manager: m.staff_role_about_manager,
  desk: m.staff_role_about_desk,
  finance: m.staff_role_about_finance,
  editor: m.staff_role_about_editor,
}

/** What a role may see and do, in a sentence or two. */
export const aboutRole = (role: ScreenRole): string => about[role]()
