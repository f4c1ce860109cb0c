import type { Trx } from '#db/connect.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { FeedbackDeps } from './deps.ts'
import { ticketLink } from './links.ts'
import type { ReadReport } from './report-store.ts'
import type { ReportState } from './rules.ts'

export type News = { noteId: number; state: ReportState | null; text: string }

/** Queues a mail for a member or a text for a visitor, in their language and in the same transaction. */
export async function tellReporter(trx: Trx, deps: FeedbackDeps, report: ReadReport, news: News, now: Date): Promise<void> {
  const { reporter, ticketNo } = report
  if (!reporter.reachable) return
  const { locale } = reporter
  const catalogue = await deps.catalogues.current()
  const said = {
    ticketNo,
    name: reporter.name,
    what: whatOf(report, catalogue, locale),
    state: stateText(news.state ?? report.state, locale),
    note: news.text,
    link: ticketLink(deps, ticketNo),
  }
  const message =
    report.memberId === null
      ? { channel: 'sms' as const, recipient: reporter.mobile, body: smsOf(news, said, locale) }
      : { channel: 'mail' as const, recipient: reporter.email, subject: subjectOf(news, said, locale), body: mailOf(news, said, locale) }
  await queueMessage(trx, deps.jobs, { cause: `report-note:${news.noteId}`, locale, ...message }, now)
}

type Said = Record<'ticketNo' | 'name' | 'what' | 'state' | 'note' | 'link', string>

const stateText = (state: ReportState, locale: Locale): string =>
  ({ received: m.feedback_state_received, 'in-progress': m.feedback_state_in_progress, done: m.feedback_state_done })[state]({}, { locale })

function whatOf({ facilityId, courtId, title, waterKind }: ReadReport, catalogue: Catalogue, locale: Locale): string {
  const place = courtId === null ? undefined : catalogue.courtOf.get(courtId)?.court.name[locale]
  const subject = waterKind === null ? title : waterWord(waterKind, locale)
  return [catalogue.facilityOf.get(facilityId)?.name[locale], place, subject].filter(Boolean).join(locale === 'tw' ? '　' : ', ')
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
