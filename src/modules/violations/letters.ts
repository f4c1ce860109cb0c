import type { Trx } from '#db/connect.ts'
import { formatDate, formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { readRecipient, type Recipient } from '#modules/accounts/store.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import { findAppeal } from './appeal-store.ts'
import { PointsPayload } from './store.ts'
import { findGiven, findOrdersOfPoints, findPointAbout, findSuspension } from './read-store.ts'
import type { PointKind } from './rules.ts'

type Happened = { id: number } & PointsPayload
type Given = Extract<Happened, { kind: 'given' }>

/** Letters about a member's points. Points that came together are one letter. `pageLink`: signed address of one of our pages. */
export function pointsLetters({ pageLink }: { pageLink(path: string): string }): LetterWriter {
  return async (trx, events, now) => {
    const memberId = events[0]!.subjectId
    const recipient = await readRecipient(trx, memberId)
    if (!recipient) return []
    const link = pageLink('/member/violation')
    const happened = events.map(({ id, payload }): Happened => ({ id, ...PointsPayload.parse(payload) }))
    const letters: EventLetter[] = []
    const given = happened.filter((event) => event.kind === 'given')
    const about = await letterAboutGiven(trx, given, { ...recipient, memberId, link }, now)
    if (about) letters.push(about)
    const told = { ...recipient, memberId, link }
    for (const event of happened) {
      if (event.kind === 'decided') letters.push(await letterAboutDecided(trx, event, told))
      const byStaff = await letterByStaff(trx, event, told, now)
      if (byStaff) letters.push(byStaff)
    }
    return letters
  }
}

async function letterAboutGiven(
  trx: Trx,
  events: Given[],
  { memberId, name, email, locale, link }: Recipient & { memberId: string; link: string },
  now: Date,
): Promise<EventLetter | undefined> {
  const points = await findGiven(
    trx,
    events.map(({ violationId }) => violationId),
  )
  if (points.length === 0) return undefined
  const suspension = await findSuspension(trx, memberId, now)
  if (!suspension && points.every(({ isTold }) => isTold)) return undefined
  const text = pointsLetter(locale, { name, points, suspendedUntil: suspension?.until, link })
  return { eventId: events[0]!.id, channel: 'mail', recipient: email, locale, ...text }
}

/** What staff did without an appeal: a point withdrawn, a suspension given or lifted. */
async function letterByStaff(
  trx: Trx,
  event: Happened,
  { memberId, name, email, locale, link }: Recipient & { memberId: string; link: string },
  now: Date,
): Promise<EventLetter | undefined> {
  const letter = await textByStaff(trx, event, { memberId, name, locale, link }, now)
  return letter && { eventId: event.id, channel: 'mail', recipient: email, locale, ...letter }
}

async function textByStaff(
  trx: Trx,
  event: Happened,
  { memberId, name, locale, link }: { memberId: string; name: string; locale: Locale; link: string },
  now: Date,
): Promise<Letter | undefined> {
  if (event.kind === 'withdrawn') {
    const point = await findPointAbout(trx, event.violationId)
    return point && withdrawnLetter(event.lifted, locale, { name, orderNo: point.orderNo, link })
  }
  if (event.kind === 'withdrawn-many') {
    const orders = await findOrdersOfPoints(trx, event.violationIds)
    const said = { name, orders: orders.map((orderNo) => `・${orderNo}`).join('\n'), link }
    return {
      subject: m.mail_point_withdrawn_subject({}, { locale }),
      body: event.lifted ? m.mail_points_withdrawn_lifted_body(said, { locale }) : m.mail_points_withdrawn_body(said, { locale }),
    }
  }
  const suspension = await findSuspension(trx, memberId, now)
  // Lifted meanwhile: its own letter says so.
  if (event.kind === 'suspended' && suspension?.id === event.suspensionId)
    return staffSuspendedLetter(locale, { name, until: formatMoment(suspension.until, locale), reason: suspension.reason, link })
  return event.kind === 'lifted' ? liftedLetter(locale, { name, link }) : undefined
}

async function letterAboutDecided(
  trx: Trx,
  { id, appealId, decision }: Extract<Happened, { kind: 'decided' }>,
  { name, email, locale, link }: Recipient & { link: string },
): Promise<EventLetter> {
  const appeal = await findAppeal(trx, appealId)
  if (!appeal) throw new Error(`there is no appeal ${appealId}`)
  const text = decidedLetter(decision, locale, { name, orderNo: appeal.orderNo, reason: appeal.reason, link })
  return { eventId: id, channel: 'mail', recipient: email, locale, ...text }
}

type Letter = { subject: string; body: string }
type Told = {
  name: string
  points: { kind: PointKind; orderNo: string; reason: string; at: Date; expiresAt: Date }[]
  suspendedUntil: Date | undefined
  link: string
}

/** The mail about new points and a suspension. */
export function pointsLetter(locale: Locale, { name, points, suspendedUntil, link }: Told): Letter {
  const spoken = { locale }
  const lines = points.map(({ kind, orderNo, reason, expiresAt }) =>
    m.mail_points_line({ why: reason || kindWords[kind]({}, spoken), orderNo, until: formatDate(expiresAt, locale) }, spoken),
  )
  const said = { name, points: lines.join('\n'), link }
  if (!suspendedUntil) return { subject: m.mail_points_subject({}, spoken), body: m.mail_points_body(said, spoken) }
  const until = formatMoment(suspendedUntil, locale)
  return { subject: m.mail_suspended_subject({ until }, spoken), body: m.mail_suspended_body({ ...said, until }, spoken) }
}

const kindWords = {
  'no-show': m.violation_kind_no_show,
  expired: m.violation_kind_expired,
  'late-cancel': m.violation_kind_late_cancel,
  staff: m.violation_kind_staff,
} as const satisfies Record<PointKind, unknown>

const withdrawnLetter = (isLifted: boolean, locale: Locale, said: { name: string; orderNo: string; link: string }): Letter => ({
  subject: m.mail_point_withdrawn_subject({}, { locale }),
  body: isLifted ? m.mail_point_withdrawn_lifted_body(said, { locale }) : m.mail_point_withdrawn_body(said, { locale }),
})

const staffSuspendedLetter = (locale: Locale, said: { name: string; until: string; reason: string; link: string }): Letter => ({
  subject: m.mail_suspended_subject(said, { locale }),
  body: m.mail_suspended_by_staff_body(said, { locale }),
})

const liftedLetter = (locale: Locale, said: { name: string; link: string }): Letter => ({
  subject: m.mail_suspension_lifted_subject({}, { locale }),
  body: m.mail_suspension_lifted_body(said, { locale }),
})

type Decided = { name: string; orderNo: string; reason: string; link: string }

export function decidedLetter(decision: 'accepted' | 'lifted' | 'rejected', locale: Locale, said: Decided): Letter {
  const words = {
    accepted: { subject: m.mail_appeal_accepted_subject, body: m.mail_appeal_accepted_body },
    lifted: { subject: m.mail_appeal_lifted_subject, body: m.mail_appeal_lifted_body },
    rejected: { subject: m.mail_appeal_rejected_subject, body: m.mail_appeal_rejected_body },
  }[decision]
  return { subject: words.subject({}, { locale }), body: words.body(said, { locale }) }
}
