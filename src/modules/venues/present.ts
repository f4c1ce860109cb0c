import type { Locale } from '#i18n/locale.ts'
import type { Period } from '#lib/period.ts'
import { addDays, dayOf, isoAt, momentAt, timeFrom } from '#lib/zone.ts'
import {
  feesOf,
  generalPublic,
  peak,
  priceRange,
  sharing,
  sportsOf,
  type Alternative,
  type Catalogue,
  type Closure,
  type Court,
  type Facility,
  type Offer,
} from './rules.ts'
import type { AlternativeWire, FacilityAnswer, FacilityCard, OfferWire } from './wire.ts'

export type Identity = { id: number; code: string; name_tw: string; name_en: string; needs_proof: boolean }
/** For whom a facility is presented: language, identity for prices, and moment. */
export type ViewContext = { locale: Locale; identityId: number; now: Date }

export const viewContextOf = ({
  locale,
  session,
  now,
}: {
  locale: Locale
  session: { identityId: number } | undefined
  now: Date
}): ViewContext => ({
  locale,
  identityId: session?.identityId ?? generalPublic,
  now,
})

/** The period of `days` whole days that begins today. */
export const daysFrom = (now: Date, days: number): Period => ({
  start: momentAt(dayOf(now), 0),
  end: momentAt(addDays(dayOf(now), days), 0),
})

const hours = ({ start, end }: { start: number; end: number }) => ({ start: timeFrom(start), end: timeFrom(end) })
const named = (courts: Court[], locale: Locale) => courts.map(({ id, name }) => ({ id, name: name[locale] }))

export function presentFacility(facility: Facility, closures: Closure[], { locale, identityId, now }: ViewContext): FacilityCard {
  const range = priceRange(facility.courts, identityId)
  return {
    id: facility.id,
    code: facility.code,
    name: facility.name[locale],
    place: facility.place[locale],
    about: facility.about[locale],
    sports: sportsOf(facility),
    indoor: !facility.outdoor,
    opens: timeFrom(facility.opens),
    closes: timeFrom(facility.closes),
    slotMinutes: facility.slotMinutes,
    sessions: facility.sessions.map(hours),
    courts: facility.courts.length,
    priceFrom: range.from,
    priceTo: range.to,
    drawing: facility.drawing,
    colour: facility.colour,
    closedToday: closures.find((one) => one.facilityId === facility.id && coversDay(one, dayOf(now)))?.reason[locale] ?? null,
  }
}

const coversDay = ({ period }: Closure, day: string) => period.start < momentAt(addDays(day, 1), 0) && period.end > momentAt(day, 0)

export function presentDetail(
  catalogue: Catalogue,
  facility: Facility,
  closures: Closure[],
  identities: Identity[],
  view: ViewContext,
): Omit<FacilityAnswer, 'rating'> {
  const { locale, now } = view
  return {
    ...presentFacility(facility, closures, view),
    rules: facility.rules[locale],
    ...extras(facility),
    courtList: facility.courts.map((court) => ({
      id: court.id,
      name: court.name[locale],
      code: court.code,
      sharesWith: named(sharing(facility, court), locale),
    })),
    fees: feesOf(facility).map(({ courts, prices }) => ({
      courts: named(courts, locale),
      byIdentity: presentFees(prices, identities, view),
    })),
    peak: {
      weekday: hours({ start: peak.weekday.from, end: peak.weekday.to }),
      weekend: hours({ start: peak.weekend.from, end: peak.weekend.to }),
    },
    closures: closures
      .filter(({ facilityId }) => facilityId === facility.id)
      .map(({ period, reason }) => ({ start: isoAt(period.start), end: isoAt(period.end), reason: reason[locale] })),
    today: dayOf(now),
    openUntil: addDays(dayOf(now), catalogue.booking.daysAhead),
  }
}

const extras = ({ lightFee, lightFrom, deposit }: Facility) => ({
  lightFee,
  lightFrom: lightFrom === null ? null : timeFrom(lightFrom),
  deposit,
})

const presentFees = (prices: Court['prices'], identities: Identity[], { locale, identityId }: ViewContext) =>
  identities.flatMap((one) => {
    const price = prices[one.id]
    if (!price) return []
    return [
      {
        identityId: one.id,
        code: one.code,
        identity: locale === 'tw' ? one.name_tw : one.name_en,
        needsProof: one.needs_proof,
        ...price,
        yours: one.id === identityId,
      },
    ]
  })

export function presentCourt({ facility, court }: { facility: Facility; court: Court }, { locale, identityId }: ViewContext) {
  const range = priceRange([court], identityId)
  return {
    id: court.id,
    code: court.code,
    name: court.name[locale],
    venue1stId: facility.id,
    venue1stName: facility.name[locale],
    sports: sportsOf(facility),
    indoor: !facility.outdoor,
    slotMinutes: facility.slotMinutes,
    priceFrom: range.from,
    priceTo: range.to,
    drawing: facility.drawing,
    colour: facility.colour,
  }
}

export function presentCourtDetail(found: { facility: Facility; court: Court }, identities: Identity[], view: ViewContext) {
  const { facility, court } = found
  return {
    ...presentCourt(found, view),
    opens: timeFrom(facility.opens),
    closes: timeFrom(facility.closes),
    sessions: facility.sessions.map(hours),
    ...extras(facility),
    byIdentity: presentFees(court.prices, identities, view),
    sharesWith: named(sharing(facility, court), view.locale),
    rules: facility.rules[view.locale],
  }
}

export const presentPeriod = ({ period }: Offer) => ({ start: isoAt(period.start), end: isoAt(period.end) })

export const presentOffer = (offer: Offer, closures: Closure[], view: ViewContext): OfferWire => ({
  facility: presentFacility(offer.facility, closures, view),
  ...presentPeriod(offer),
  priceFrom: Math.min(...offer.courts.map(({ price }) => price)),
  deposit: offer.courts[0]!.deposit,
  courts: offer.courts.map(({ court, price }) => ({ id: court.id, name: court.name[view.locale], price })),
})

export const presentAlternative = (offer: Alternative, closures: Closure[], view: ViewContext): AlternativeWire => ({
  ...presentOffer(offer, closures, view),
  kind: offer.kind,
})
