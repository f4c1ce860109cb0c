import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'

/** Subject and text of mails and texts; sending them is up to the caller. */
export type Letter = { subject: string; body: string }

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
