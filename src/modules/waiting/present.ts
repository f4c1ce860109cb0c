import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { isoAt, timeFrom } from '#lib/zone.ts'
import { stateNow } from '#modules/orders/rules.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { refusedText } from './letters.ts'
import type { Pass, WishRow } from './read-store.ts'
import { placesOf, type PassReason } from './rules.ts'
import type { WishAnswer } from './wire.ts'

const passTexts: Record<PassReason, (said: object, options: { locale: Locale }) => string> = {
  too_short: m.wish_why_too_short,
  too_few_courts: m.wish_why_too_few_courts,
  part_taken: m.wish_why_part_taken,
  too_late: m.wish_why_too_late,
  had_it_before: m.wish_why_had_it_before,
}

const isPassReason = (why: string): why is PassReason => Object.hasOwn(passTexts, why)

/** Why a wish was passed over, in a sentence. */
const whyText = (pass: Pass, locale: Locale): string =>
  !pass.refused && isPassReason(pass.why) ? passTexts[pass.why]({}, { locale }) : refusedText(pass, locale)

export function presentWished({ courtOf, facilityOf }: Catalogue, wish: WishRow, locale: Locale) {
  const court = wish.courtId === null ? undefined : courtOf.get(wish.courtId)
  const facility = wish.facilityId === null ? undefined : facilityOf.get(wish.facilityId)
  return {
    id: wish.id,
    sport: wish.sport,
    venue1stId: wish.facilityId,
    venue2ndId: wish.courtId,
    where: court ? say(courtLabel(court.facility, court.court), locale) : (say(facility?.name, locale) ?? wish.sport),
    day: wish.day,
    from: timeFrom(wish.from),
    to: timeFrom(wish.to),
    minutes: wish.minutes,
    courts: wish.courts,
    notAfter: isoAt(wish.notAfter),
    createdAt: wish.createdAt.toISOString(),
  }
}

export function presentWish(catalogue: Catalogue, wish: WishRow, passes: Pass[], locale: Locale, now: Date): WishAnswer {
  const order = wish.order && {
    orderNo: wish.order.orderNo,
    status: stateNow(wish.order.state, wish.order.payBefore === null ? null : new Date(wish.order.payBefore), now),
    amount: wish.order.amount,
    payBefore: wish.order.payBefore === null ? null : new Date(wish.order.payBefore).toISOString(),
  }
  return {
    ...presentWished(catalogue, wish, locale),
    venue1stIds: placesOf(catalogue, wish).map(({ facility }) => facility.id),
    status: order ? endOf(order.status) : wish.state === 'open' && wish.notAfter <= now ? 'over' : wish.state,
    place: wish.place,
    passes: passes.flatMap((pass) => {
      const place = catalogue.courtOf.get(pass.courtId)
      return place
        ? [
            {
              at: pass.at.toISOString(),
              court: say(courtLabel(place.facility, place.court), locale),
              start: pass.start.toISOString(),
              end: pass.end.toISOString(),
              why: pass.why,
              text: whyText(pass, locale),
            },
          ]
        : []
    }),
    order,
  }
}

function endOf(status: NonNullable<WishAnswer['order']>['status']): WishAnswer['status'] {
  if (status === 'awaiting-payment') return 'offered'
  if (status === 'expired') return 'lapsed'
  return status === 'cancelled' || status === 'venue-cancelled' ? 'declined' : 'served'
}
