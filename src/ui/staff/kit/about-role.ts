import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinSentences } from '#i18n/join.ts'
import type { ScreenRole } from '#navigation/staff-screens.ts'

const about: Record<ScreenRole, () => string> = {
  admin: m.staff_role_about_admin,
  manager: m.staff_role_about_manager,
  desk: m.staff_role_about_desk,
  finance: m.staff_role_about_finance,
  editor: m.staff_role_about_editor,
}

const limits: Partial<Record<ScreenRole, () => string>> = {
  manager: m.staff_role_limits_manager,
  desk: m.staff_role_limits_desk,
  finance: m.staff_role_limits_finance,
  editor: m.staff_role_limits_editor,
}

/** What a role may see and do, in a sentence or two. `others`: of whoever has more roles, whose limits may not hold. */
export const aboutRole = (role: ScreenRole, others: readonly ScreenRole[] = [role]): string =>
  joinSentences([about[role](), ...(others.length > 1 ? [] : [limits[role]?.() ?? []].flat())], getLocale())
