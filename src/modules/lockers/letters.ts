import { formatDate, formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { momentAt } from '#lib/zone.ts'
import { readRecipient } from '#modules/accounts/store.ts'
import type { LetterWriter } from '#modules/notifications/write-letters.ts'
import { LockerPayload, type LockerEvent } from './event-store.ts'
import { lastDayOf } from './rules.ts'

/** Letters about what happened to a member's locker, one for each event. `pageLink`: signed address of one of our pages. */
export function lockerLetters({ pageLink }: { pageLink(path: string): string }): LetterWriter {
  return async (trx, events) => {
    const recipient = await readRecipient(trx, events[0]!.subjectId)
    if (!recipient) return []
    const { name, email, locale } = recipient
    return events.map(({ id, payload }) => {
      const { kind, ...said } = LockerPayload.parse(payload)
      const text = lockerLetter(kind, locale, { ...said, name, link: pageLink(leadsTo(kind)) })
      return { eventId: id, channel: 'mail', recipient: email, locale, ...text }
    })
  }
}

/** Refunds link to the list of refunds. */
const leadsTo = (kind: LockerEvent): string => (kind === 'returned' ? '/member/order/refund' : '/member/order/locker')

type Said = Omit<LockerPayload, 'kind'> & { name: string; link: string }

/** The mails about a locker. */
export function lockerLetter(
  kind: LockerEvent,
  locale: Locale,
  { name, link, number, orderNo = '', amount = 0, payBefore, endsAt, renewFrom, clearFrom }: Said,
): { subject: string; body: string } {
  const said = {
    name,
    link,
    number,
    orderNo,
    amount: formatMoney(amount),
    payBefore: payBefore ? formatMoment(payBefore, locale) : '',
    lastDay: endsAt ? formatDate(momentAt(lastDayOf(endsAt), 0), locale) : '',
    renewDay: renewFrom ? formatDate(renewFrom, locale) : '',
    clearDay: clearFrom ? formatDate(clearFrom, locale) : '',
  }
  const { subject, body } = words[kind]
  return { subject: subject(said, { locale }), body: body(said, { locale }) }
}

type Written = (
  said: Record<'name' | 'link' | 'number' | 'orderNo' | 'amount' | 'payBefore' | 'lastDay' | 'renewDay' | 'clearDay', string>,
  options: { locale: Locale },
) => string

const words: Record<LockerEvent, { subject: Written; body: Written }> = {
  reserved: { subject: m.mail_locker_reserved_subject, body: m.mail_locker_reserved_body },
  renewing: { subject: m.mail_locker_renewing_subject, body: m.mail_locker_renewing_body },
  active: { subject: m.mail_locker_active_subject, body: m.mail_locker_active_body },
  renewed: { subject: m.mail_locker_renewed_subject, body: m.mail_locker_renewed_body },
  lapsed: { subject: m.mail_locker_lapsed_subject, body: m.mail_locker_lapsed_body },
  ending: { subject: m.mail_locker_ending_subject, body: m.mail_locker_ending_body },
  overdue: { subject: m.mail_locker_overdue_subject, body: m.mail_locker_overdue_body },
  returned: { subject: m.mail_locker_returned_subject, body: m.mail_locker_returned_body },
  cleared: { subject: m.mail_locker_cleared_subject, body: m.mail_locker_cleared_body },
}
