import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'

/** Subject and text of mails and texts; sending them is up to the caller. */
export type Letter = { subject: string; body: string }

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

export const closedLetter = (locale: Locale, p: { name: string }): Letter => ({
  subject: m.mail_closed_subject({}, { locale }),
  body: m.mail_closed_body(p, { locale }),
})

/** To the member who is kept. `orders`: how many followed. */
export const mergedLetter = (locale: Locale, p: { name: string; centre: string; orders: number; link: string }): Letter => ({
  subject: m.mail_merged_subject({}, { locale }),
  body: m.mail_merged_body(p, { locale }),
})

/** To the address of the account that was merged into another. */
export const mergedAwayLetter = (locale: Locale, p: { name: string; centre: string; account: string }): Letter => ({
  subject: m.mail_merged_away_subject(p, { locale }),
  body: m.mail_merged_away_body(p, { locale }),
})

type Review = { name: string; what: string; reason: string; link: string }

/** `until`: the last day on which the proof is good, where there is one. */
export const approvedLetter = (locale: Locale, { until, ...p }: Review & { until?: string }): Letter => ({
  subject: m.mail_approved_subject(p, { locale }),
  body: until === undefined ? m.mail_approved_body(p, { locale }) : m.mail_approved_until_body({ ...p, until }, { locale }),
})

export const proofEndsLetter = (locale: Locale, p: { name: string; what: string; until: string; link: string }): Letter => ({
  subject: m.mail_proof_ends_subject(p, { locale }),
  body: m.mail_proof_ends_body(p, { locale }),
})

type ChangedIdentity = { name: string; what: string; link: string; until?: string }

/** The desk has changed the member's identity. `until`: the last day on which its proof is good. */
export const identityLetter = (locale: Locale, { until, ...p }: ChangedIdentity): Letter => ({
  subject: m.mail_identity_changed_subject(p, { locale }),
  body: until === undefined ? m.mail_identity_changed_body(p, { locale }) : m.mail_identity_changed_until_body({ ...p, until }, { locale }),
})

export const refusedLetter = (locale: Locale, p: Review): Letter => ({
  subject: m.mail_refused_subject(p, { locale }),
  body: m.mail_refused_body(p, { locale }),
})

/** A second factor as letters name it. */
export type FactorNamed = { kind: 'passkey'; name: string } | { kind: 'authenticator' }
export type FactorEvent =
  | { happened: 'added' | 'removed'; factor: FactorNamed }
  | { happened: 'recovery-code-used'; left: number }
  | { happened: 'recovery-codes-made' }

/** A security notice about second factors, with what to do if it was somebody else. */
export const factorsLetter = (locale: Locale, p: { name: string; link: string; forgetLink: string }, event: FactorEvent): Letter => ({
  subject: m.mail_factors_subject({}, { locale }),
  body: m.mail_factors_body({ ...p, what: whatHappened(locale, event) }, { locale }),
})

function whatHappened(locale: Locale, event: FactorEvent): string {
  const named = (factor: FactorNamed) =>
    factor.kind === 'passkey' ? m.factor_passkey_named({ name: factor.name }, { locale }) : m.factor_authenticator({}, { locale })
  switch (event.happened) {
    case 'added':
      return m.mail_factor_added({ what: named(event.factor) }, { locale })
    case 'removed':
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
