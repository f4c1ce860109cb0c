import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say, type Words } from '#i18n/words.ts'
import type { Letter } from '#modules/accounts/letters.ts'

export const confirmLetter = (locale: Locale, p: { name: string; centre: string; link: string; hours: number }): Letter => ({
  subject: m.mail_confirm_subject({}, { locale }),
  body: m.mail_confirm_body(p, { locale }),
})

export const alreadyMemberLetter = (
  locale: Locale,
  p: { name: string; centre: string; loginLink: string; forgetLink: string },
): Letter => ({
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

export const mobileChangedText = (locale: Locale, p: { centre: string }): string => m.sms_mobile_changed_text(p, { locale })

/** A second factor, or a way to log in, as letters name it. */
export type FactorNamed = { kind: 'passkey'; name: string } | { kind: 'authenticator' } | { kind: 'secret' } | { kind: 'way'; title: Words }
export type FactorEvent =
  | { happened: 'added' | 'removed'; factor: FactorNamed }
  | { happened: 'recovery-code-used'; left: number }
  | { happened: 'recovery-codes-made' }

/** A security notice about second factors or the password given up, with what to do if it was somebody else. */
export const factorsLetter = (locale: Locale, p: { name: string; link: string; forgetLink: string }, event: FactorEvent): Letter => ({
  subject: (isSecret(event) ? m.mail_secret_removed_subject : m.mail_factors_subject)({}, { locale }),
  body: m.mail_factors_body({ ...p, what: whatHappened(locale, event) }, { locale }),
})

const isSecret = (event: FactorEvent): boolean => 'factor' in event && event.factor.kind === 'secret'

function whatHappened(locale: Locale, event: FactorEvent): string {
  const named = (factor: FactorNamed) => {
    if (factor.kind === 'way') return m.factor_way_named({ way: say(factor.title, locale) }, { locale })
    if (factor.kind === 'secret') return m.factor_secret({}, { locale })
    return factor.kind === 'passkey' ? m.factor_passkey_named({ name: factor.name }, { locale }) : m.factor_authenticator({}, { locale })
  }
  switch (event.happened) {
    case 'added':
      if (event.factor.kind === 'authenticator') return m.mail_authenticator_added({}, { locale })
      return m.mail_factor_added({ what: named(event.factor) }, { locale })
    case 'removed':
      if (isSecret(event)) return m.mail_secret_removed({}, { locale })
      return m.mail_factor_removed({ what: named(event.factor) }, { locale })
    case 'recovery-code-used':
      return m.mail_recovery_code_used({ left: event.left }, { locale })
    case 'recovery-codes-made':
      return m.mail_recovery_codes_made({}, { locale })
  }
}

type Code = { centre: string; code: string; minutes: number; publicUrl: string }

/** Its last line is the origin-bound format: browsers offer the code to pages of this host, and to no others. */
export const codeText = (locale: Locale, { publicUrl, ...said }: Code): string =>
  `${m.sms_code_text(said, { locale })}\n\n@${new URL(publicUrl).hostname} #${said.code}`
