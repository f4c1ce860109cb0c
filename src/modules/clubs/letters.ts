import * as m from '#i18n/generated/messages.js'
import type { ClubRole } from '#http/club-calls.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Letter } from '#modules/accounts/letters.ts'

const names = { owner: m.club_role_owner, booker: m.club_role_booker, treasurer: m.club_role_treasurer } as const satisfies Record<
  ClubRole,
  unknown
>
const roleName = (role: ClubRole, locale: Locale): string => names[role]({}, { locale })

export const clubInvitationLetter = (
  locale: Locale,
  { role, ...p }: { inviter: string; club: string; role: ClubRole; days: number; link: string },
): Letter => ({
  subject: m.mail_club_invited_subject(p, { locale }),
  body: m.mail_club_invited_body({ ...p, role: roleName(role, locale) }, { locale }),
})

type Said = { name: string; club: string; link: string }

export const handoverOfferedLetter = (locale: Locale, p: Said & { owner: string }): Letter => ({
  subject: m.mail_club_offered_subject(p, { locale }),
  body: m.mail_club_offered_body(p, { locale }),
})

export const offerDeclinedLetter = (locale: Locale, p: Said & { person: string }): Letter => ({
  subject: m.mail_club_declined_subject(p, { locale }),
  body: m.mail_club_declined_body(p, { locale }),
})

/** Told to everybody who acts for the club. */
export const newOwnerLetter = (locale: Locale, p: Said & { owner: string }): Letter => ({
  subject: m.mail_club_owner_subject(p, { locale }),
  body: m.mail_club_owner_body(p, { locale }),
})

/** `role` undefined: taken out of the club. */
export const roleChangedLetter = (locale: Locale, { role, ...p }: Said & { role: ClubRole | undefined }): Letter => ({
  subject: m.mail_club_role_subject(p, { locale }),
  body: role ? m.mail_club_role_body({ ...p, role: roleName(role, locale) }, { locale }) : m.mail_club_removed_body(p, { locale }),
})
