import { z } from 'zod'
import * as m from '#i18n/generated/messages.js'
import { prefixOf, withPrefix } from '#i18n/locale.ts'
import { formatMonth } from '#i18n/dates.ts'
import { readRecipient } from '#modules/accounts/store.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import { monthPattern } from './rules.ts'
import { mayReadReport } from './subscriber-store.ts'

const MonthPayload = z.object({ kind: z.literal('month-over'), month: z.string().regex(monthPattern) })

/** Mails that a month's report can be read: a link that needs the reader's login, and nothing of the report itself. */
export function insightLetters({ publicUrl }: { publicUrl: string }): LetterWriter {
  return async (trx, events) => {
    const memberId = events[0]!.subjectId
    const recipient = await readRecipient(trx, memberId)
    // Whoever is no longer staff of the office gets none.
    if (!recipient || !(await mayReadReport(trx, memberId))) return []
    const { email, locale } = recipient
    return events.map(({ id, payload }): EventLetter => {
      const { month } = MonthPayload.parse(payload)
      const said = {
        month: formatMonth(month, locale),
        link: `${publicUrl}${withPrefix(prefixOf(locale), '/staff/insight/report')}?month=${month}`,
      }
      const text = { subject: m.report_mail_subject(said, { locale }), body: m.report_mail_body(said, { locale }) }
      return { eventId: id, channel: 'mail', recipient: email, locale, ...text }
    })
  }
}
