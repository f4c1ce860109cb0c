import * as m from '#i18n/generated/messages.js'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say, type Words } from '#i18n/words.ts'
import type { Letter } from '#modules/accounts/letters.ts'

const names = {
  admin: m.staff_role_admin,
  manager: m.staff_role_manager,
  desk: m.staff_role_desk,
  finance: m.staff_role_finance,
  editor: m.staff_role_editor,
} as const satisfies Record<StaffRole, unknown>

/** Roles in words, one after the other. */
const roleNames = (roles: readonly StaffRole[], locale: Locale): string =>
  roles.map((role) => names[role]({}, { locale })).join(m.join_list({}, { locale }))

/** `by`: the issuer by which staff log in, instead of setting up a second factor. */
export const invitationLetter = (
  locale: Locale,
  { roles, by, ...p }: { inviter: string; roles: readonly StaffRole[]; hours: number; link: string; by: Words | undefined },
): Letter => ({
  subject: m.mail_staff_invited_subject({ roles: roleNames(roles, locale) }, { locale }),
  body: by
    ? m.mail_staff_invited_by_body({ ...p, roles: roleNames(roles, locale), way: say(by, locale) }, { locale })
    : m.mail_staff_invited_body({ ...p, roles: roleNames(roles, locale) }, { locale }),
})

/** Roles of from now on; `none`: the person is no longer staff; `suspended`: has them back when it is lifted. */
export type RolesNow = readonly StaffRole[] | 'none' | 'suspended'

export const rolesChangedLetter = (locale: Locale, { roles, ...p }: { name: string; roles: RolesNow; link: string }): Letter => ({
  subject: m.mail_roles_changed_subject({}, { locale }),
  body:
    roles === 'none'
      ? m.mail_roles_gone_body({ name: p.name }, { locale })
      : roles === 'suspended'
        ? m.mail_roles_suspended_body({ name: p.name }, { locale })
        : m.mail_roles_changed_body({ ...p, roles: roleNames(roles, locale) }, { locale }),
})

export const factorsResetLetter = (locale: Locale, { by, ...p }: { name: string; link: string; by: Words | undefined }): Letter => ({
  subject: m.mail_factors_reset_subject({}, { locale }),
  body: by ? m.mail_factors_reset_by_body({ ...p, way: say(by, locale) }, { locale }) : m.mail_factors_reset_body(p, { locale }),
})
