import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { readRecipient } from '#modules/accounts/store.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { shortNameOf } from '#modules/centre/rules.ts'
import { readNames } from '#modules/centre/store.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { ReportPayload, VisitPayload } from './event-store.ts'
import { ticketLink, visitLink } from './links.ts'
import { findReport, readNote, type ReadReport } from './report-store.ts'
import type { ReportState } from './rules.ts'

export type FeedbackLetterDeps = { catalogues: Catalogues; tokens: Tokens; publicUrl: string }

/** Letters about a report: a mail for a member, a text for a visitor, in their language. */
export function reportLetters(deps: FeedbackLetterDeps): LetterWriter {
  return async (trx, events) => {
    const happened = events.map(({ id, payload }) => ({ id, ...ReportPayload.parse(payload) }))
    const { ticketNo } = happened[0]!
    const report = await findReport(trx, ticketNo, 'everybody')
    if (!report) throw new Error(`there is no report ${ticketNo}`)
    if (!report.reporter.reachable) return []
    const catalogue = await deps.catalogues.current()
    const link = ticketLink(deps, ticketNo)
    const centre = await readNames(trx)
    const letters: EventLetter[] = []
    for (const { id, noteId, state } of happened)
      letters.push(reportLetter(id, report, { ...(await readNote(trx, noteId)), reportState: state, link, catalogue, centre }))
    return letters
  }
}

/** Letters that invite members to rate their visit. */
export function visitLetters(deps: FeedbackLetterDeps): LetterWriter {
  return async (trx, events) => {
    const [{ id, payload }] = events as [(typeof events)[number]]
    const { orderNo, memberId, facilityId } = VisitPayload.parse(payload)
    const recipient = await readRecipient(trx, memberId)
    if (!recipient) return []
    const { name, email, locale } = recipient
    const facility = say((await deps.catalogues.current()).facilityOf.get(facilityId)?.name, locale) ?? ''
    const said = { name, orderNo, facility, link: visitLink(deps, orderNo) }
    const text = { subject: m.star_mail_subject(said, { locale }), body: m.star_mail_body(said, { locale }) }
    return [{ eventId: id, channel: 'mail', recipient: email, locale, ...text }]
  }
}

/** A note: without a state, only a text was written. */
type News = { state: ReportState | null; text: string }
type About = News & { reportState: ReportState; link: string; catalogue: Catalogue; centre: Awaited<ReturnType<typeof readNames>> }

function reportLetter(eventId: number, report: ReadReport, { state, text, reportState, link, catalogue, centre }: About): EventLetter {
  const { reporter, ticketNo } = report
  const { locale } = reporter
  const news = { state, text }
  const said = {
    centre: shortNameOf(centre, locale),
    ticketNo,
    name: reporter.name,
    what: whatOf(report, catalogue, locale),
    state: stateText(reportState, locale),
    note: text,
    link,
  }
  return report.memberId === null
    ? { eventId, locale, channel: 'sms', recipient: reporter.mobile, body: smsOf(news, said, locale) }
    : {
        eventId,
        locale,
        channel: 'mail',
        recipient: reporter.email,
        subject: subjectOf(news, said, locale),
        body: mailOf(news, said, locale),
      }
}

type Said = Record<'centre' | 'ticketNo' | 'name' | 'what' | 'state' | 'note' | 'link', string>

const stateText = (state: ReportState, locale: Locale): string =>
  ({ received: m.feedback_state_received, 'in-progress': m.feedback_state_in_progress, done: m.feedback_state_done })[state]({}, { locale })

function whatOf({ facilityId, courtId, title, waterKind }: ReadReport, catalogue: Catalogue, locale: Locale): string {
  const place = courtId === null ? undefined : say(catalogue.courtOf.get(courtId)?.court.name, locale)
  const subject = waterKind === null ? title : waterWord(waterKind, locale)
  return [say(catalogue.facilityOf.get(facilityId)?.name, locale), place, subject].filter(Boolean).join(m.join_spaced({}, { locale }))
}

const waterWord = (kind: NonNullable<ReadReport['waterKind']>, locale: Locale): string =>
  ({
    fountain: m.water_kind_fountain,
    leak: m.water_kind_leak,
    'pool-quality': m.water_kind_pool_quality,
    irrigation: m.water_kind_irrigation,
  })[kind]({}, { locale })

const isNew = ({ state }: News): boolean => state === 'received'

function smsOf(news: News, said: Said, locale: Locale): string {
  if (isNew(news)) return m.feedback_sms_received(said, { locale })
  return news.state === null ? m.feedback_sms_note(said, { locale }) : m.feedback_sms_state(said, { locale })
}

function subjectOf(news: News, said: Said, locale: Locale): string {
  if (isNew(news)) return m.feedback_mail_received_subject(said, { locale })
  return news.state === null ? m.feedback_mail_note_subject(said, { locale }) : m.feedback_mail_state_subject(said, { locale })
}

function mailOf(news: News, said: Said, locale: Locale): string {
  if (isNew(news)) return m.feedback_mail_received_body(said, { locale })
  const note = said.note === '' ? '' : `${m.feedback_mail_note_line(said, { locale })}\n\n`
  return m.feedback_mail_change_body({ ...said, note }, { locale })
}
