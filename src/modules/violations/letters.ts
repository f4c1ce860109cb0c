import { formatDate, formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { PointKind } from './rules.ts'

type Letter = { subject: string; body: string }
type Told = {
  name: string
  points: { kind: PointKind; orderNo: string; at: Date; expiresAt: Date }[]
  suspendedUntil: Date | undefined
  link: string
}

/** The mail about new points and a suspension. */
export function pointsLetter(locale: Locale, { name, points, suspendedUntil, link }: Told): Letter {
  const spoken = { locale }
  const lines = points.map(({ kind, orderNo, expiresAt }) =>
    m.mail_points_line({ why: kindWords[kind]({}, spoken), orderNo, until: formatDate(expiresAt, locale) }, spoken),
  )
  const said = { name, points: lines.join('\n'), link }
  if (!suspendedUntil) return { subject: m.mail_points_subject({}, spoken), body: m.mail_points_body(said, spoken) }
  const until = formatMoment(suspendedUntil, locale)
  return { subject: m.mail_suspended_subject({ until }, spoken), body: m.mail_suspended_body({ ...said, until }, spoken) }
}

export const kindWords = {
  'no-show': m.violation_kind_no_show,
  expired: m.violation_kind_expired,
  'late-cancel': m.violation_kind_late_cancel,
} as const satisfies Record<PointKind, unknown>

type Decided = { name: string; orderNo: string; reason: string; link: string }

export function decidedLetter(decision: 'accepted' | 'lifted' | 'rejected', locale: Locale, said: Decided): Letter {
  const words = {
    accepted: { subject: m.mail_appeal_accepted_subject, body: m.mail_appeal_accepted_body },
    lifted: { subject: m.mail_appeal_lifted_subject, body: m.mail_appeal_lifted_body },
    rejected: { subject: m.mail_appeal_rejected_subject, body: m.mail_appeal_rejected_body },
  }[decision]
  return { subject: words.subject({}, { locale }), body: words.body(said, { locale }) }
}
