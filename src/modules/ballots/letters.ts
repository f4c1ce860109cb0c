import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import { prefixOf, withPrefix, type Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Trx } from '#db/connect.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { BallotPayload, readBallotRecipient, readOfferWords, type BallotRecipient } from './offer-store.ts'
import { wishSummary } from './texts.ts'

type LetterDeps = { catalogues: Catalogues; publicUrl: string }

/** Mails about a club's entry: how long it can be changed, what decides it, what was drawn, and what came free for it as a substitute. */
export function ballotLetters(deps: LetterDeps): LetterWriter {
  return async (trx, events) => {
    const recipient = await readBallotRecipient(trx, events[0]!.subjectId)
    if (!recipient) return []
    const letters: EventLetter[] = []
    for (const { id, payload } of events) {
      const words = await wordsOf(trx, deps, BallotPayload.parse(payload), recipient)
      if (words) letters.push({ eventId: id, channel: 'mail', recipient: recipient.email, locale: recipient.locale, ...words })
    }
    return letters
  }
}

async function wordsOf(trx: Trx, { catalogues, publicUrl }: LetterDeps, event: BallotPayload, to: BallotRecipient) {
  const { locale } = to
  const said = {
    name: to.name,
    round: say(to.round, locale),
    number: String(to.number ?? ''),
    link: `${publicUrl}${withPrefix(prefixOf(locale), '/member/order/schedule/create')}?ballot=${to.roundId}`,
  }
  const spoken = { locale }
  if (event.kind === 'extended')
    return {
      subject: m.mail_ballot_extended_subject({ ...said, end: sayMoment(to.end, locale) }, spoken),
      body: m.mail_ballot_extended_body({ ...said, end: sayMoment(to.end, locale) }, spoken),
    }
  if (event.kind === 'frozen')
    return {
      subject: m.mail_ballot_frozen_subject(said, spoken),
      body: m.mail_ballot_frozen_body({ ...said, hash: to.hash ?? '', tickets: to.tickets ?? 1, due: sayMoment(to.dueAt, locale) }, spoken),
    }
  if (event.kind === 'drawn')
    return {
      subject: m.mail_ballot_drawn_subject(said, spoken),
      body:
        (to.drawn ?? 0) > 0
          ? m.mail_ballot_drawn_body({ ...said, count: to.drawn ?? 0 }, spoken)
          : m.mail_ballot_without_body(said, spoken),
    }
  const offer = await readOfferWords(trx, event.substituteId)
  if (!offer) return undefined
  const catalogue = await catalogues.current()
  const facilityId = catalogue.courtOf.get(offer.courtId)?.facility.id ?? 0
  const what = wishSummary(catalogue, { ...offer, facilityId }, locale)
  return {
    subject: m.mail_ballot_offered_subject({ ...said, what }, spoken),
    body: m.mail_ballot_offered_body({ ...said, what, count: offer.dates, until: sayMoment(offer.until, locale) }, spoken),
  }
}

const sayMoment = (moment: Date | null, locale: Locale): string => (moment ? formatMoment(moment, locale) : '')
