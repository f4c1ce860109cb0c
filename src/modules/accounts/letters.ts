import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'

/** Subject and text of mails and texts; sending them is up to the caller. */
export type Letter = { subject: string; body: string }

export const confirmLetter = (locale: Locale, p: { name: string; link: string; hours: number }): Letter => ({
  subject: m.mail_confirm_subject({}, { locale }),
  body: m.mail_confirm_body(p, { locale }),
})

export const alreadyMemberLetter = (locale: Locale, p: { name: string; loginLink: string; forgetLink: string }): Letter => ({
  subject: m.mail_already_subject({}, { locale }),
  body: m.mail_already_body(p, { locale }),
})

export const resetLetter = (locale: Locale, p: { name: string; link: string; minutes: number }): Letter => ({
  subject: m.mail_reset_subject({}, { locale }),
  body: m.mail_reset_body(p, { locale }),
})

export const secretChangedLetter = (locale: Locale, p: { name: string; forgetLink: string }): Letter => ({
  subject: m.mail_secret_changed_subject({}, { locale }),
  body: m.mail_secret_changed_body(p, { locale }),
})

type ContactChange = { name: string; link: string; hours: number }

export const emailChangedLetter = (locale: Locale, p: ContactChange): Letter => ({
  subject: m.mail_email_changed_subject({}, { locale }),
  body: m.mail_email_changed_body(p, { locale }),
})

export const mobileChangedLetter = (locale: Locale, p: ContactChange): Letter => ({
  subject: m.mail_mobile_changed_subject({}, { locale }),
  body: m.mail_mobile_changed_body(p, { locale }),
})

export const mobileChangedText = (locale: Locale): string => m.sms_mobile_changed_text({}, { locale })

export const closedLetter = (locale: Locale, p: { name: string }): Letter => ({
  subject: m.mail_closed_subject({}, { locale }),
  body: m.mail_closed_body(p, { locale }),
})

type Review = { name: string; what: string; reason: string; link: string }

export const approvedLetter = (locale: Locale, p: Review): Letter => ({
  subject: m.mail_approved_subject(p, { locale }),
  body: m.mail_approved_body(p, { locale }),
})

export const refusedLetter = (locale: Locale, p: Review): Letter => ({
  subject: m.mail_refused_subject(p, { locale }),
  body: m.mail_refused_body(p, { locale }),
})

/** Its last line is the origin-bound format: browsers offer the code to pages of this host, and to no others. */
export const codeText = (locale: Locale, { code, minutes, publicUrl }: { code: string; minutes: number; publicUrl: string }): string =>
  `${m.sms_code_text({ code, minutes }, { locale })}\n\n@${new URL(publicUrl).hostname} #${code}`
