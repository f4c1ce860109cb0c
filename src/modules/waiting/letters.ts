import { formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { readRecipient } from '#modules/accounts/store.ts'
import type { LetterWriter } from '#modules/notifications/write-letters.ts'
import { itemLine } from '#modules/orders/line-texts.ts'
import { quotaReason } from '#modules/orders/texts.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { z } from 'zod'
import { readPass, type PassDetail } from './read-store.ts'

const Payload = z.object({ kind: z.literal('refused'), freedId: z.uuid() })

/** Letters about wishes: their member was first in line and may not have what came free. Offers are letters of orders. */
export function wishLetters({ catalogues, pageLink }: { catalogues: Catalogues; pageLink(path: string): string }): LetterWriter {
  return async (trx, events) => {
    const { courtOf } = await catalogues.current()
    const letters = []
    for (const { id, subjectId, payload } of events) {
      const pass = await readPass(trx, subjectId, Payload.parse(payload).freedId)
      const recipient = pass && (await readRecipient(trx, pass.memberId))
      const place = pass && courtOf.get(pass.courtId)
      if (!recipient || !place) continue
      const { name, email, locale } = recipient
      const what = itemLine({ ...place, start: pass.start, end: pass.end }, locale)
      const said = { name, what, why: refusedText(pass, locale), link: pageLink('/member/order/overview?wishes=1') }
      const text = { subject: m.mail_wish_refused_subject(said, { locale }), body: m.mail_wish_refused_body(said, { locale }) }
      letters.push({ eventId: id, channel: 'mail' as const, recipient: email, locale, ...text })
    }
    return letters
  }
}

/** Why the first in line may not have it, in a sentence. */
export function refusedText({ why, detail }: { why: string; detail: PassDetail | null }, locale: Locale): string {
  if (why === 'over_quota' && detail && 'limit' in detail) return quotaReason(detail, locale)
  if (why === 'suspended' && detail && 'until' in detail)
    return m.problem_suspended({ untilText: formatMoment(new Date(detail.until), locale) }, { locale })
  if (why === 'desk_orders_open' && detail && 'open' in detail) return m.problem_desk_orders_open(detail, { locale })
  return m.wish_not_bookable({}, { locale })
}
