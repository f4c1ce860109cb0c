import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Period } from '#lib/period.ts'
import { addDays, dayOf, isoAt, momentAt, timeFrom } from '#lib/zone.ts'
import { variantsIn } from '#modules/files/picture-rules.ts'
import { hoursShownOn, isBySessions, lastOpenDay, slotsOn, timetableToShow, weekOf } from './hours-rules.ts'
import { facilityVariants, type FacilityPicture } from './picture-rules.ts'
import { comingPriceLists, feesOf, hoursLeft, priceListToShow, priceRange } from './price-rules.ts'
import {
  generalPublic,
  sharing,
  sportsOf,
  type Alternative,
  type Catalogue,
  type Closure,
  type Court,
  type CourtPrices,
  type DayKind,
  type Facility,
  type Holidays,
  type Offer,
  type PriceList,
} from './rules.ts'
import type { AlternativeWire, FacilityAnswer, FacilityCard, FacilityPictureWire, FacilityTimes, OfferWire, PriceListWire } from './wire.ts'

export type Identity = { id: number; code: string; name_tw: string; name_en: string; needs_proof: boolean }
/** For whom a facility is presented: language, identity for prices, and moment; and the days that count as holidays. */
export type ViewContext = { locale: Locale; identityId: number; now: Date; holidays: Holidays }

type Caller = { locale: Locale; session: { identityId: number } | undefined; identityId: number | undefined; now: Date }

export const viewContextOf = ({ locale, session, identityId, now }: Caller, { holidays }: Pick<Catalogue, 'holidays'>): ViewContext => ({
  locale,
  identityId: session?.identityId ?? identityId ?? generalPublic,
  now,
  holidays,
})

/** The period of `days` whole days that begins today. */
export const daysFrom = (now: Date, days: number): Period => ({
  start: momentAt(dayOf(now), 0),
  end: momentAt(addDays(dayOf(now), days), 0),
})

const hours = ({ start, end }: { start: number; end: number }) => ({ start: timeFrom(start), end: timeFrom(end) })
const named = (courts: Court[], locale: Locale) => courts.map(({ id, name }) => ({ id, name: say(name, locale) }))

/** Hours of today and of the week. `opens` and `closes` are the earliest and the latest of the week. */
function presentHours(facility: Facility, { now, holidays }: Pick<ViewContext, 'now' | 'holidays'>) {
  const today = dayOf(now)
  const { slotMinutes, sessions } = timetableToShow(facility, today)
  const ofToday = slotsOn(facility, today, holidays)
  const week = weekOf(facility, today)
  const all = week.flatMap((one) => one.hours)
  return {
    opens: timeFrom(all.length > 0 ? Math.min(...all.map(({ start }) => start)) : 0),
    closes: timeFrom(all.length > 0 ? Math.max(...all.map(({ end }) => end)) : 0),
    hoursToday: hoursShownOn(facility, today, holidays).map(hours),
    week: week.map((one) => ({ weekdays: one.weekdays, hours: one.hours.map(hours) })),
    slotMinutes,
    sessions: (isBySessions(facility, today) && ofToday.length > 0 ? ofToday : sessions).map(hours),
  }
}

export function presentFacility(facility: Facility, closures: Closure[], view: ViewContext): FacilityCard {
  const { locale, identityId, now } = view
  const range = priceRange(facility, facility.courts, identityId, dayOf(now))
  const opening = presentHours(facility, view)
  const closed = closures.find((one) => one.facilityId === facility.id && coversDay(one, dayOf(now)))
  return {
    id: facility.id,
    code: facility.code,
    name: say(facility.name, locale),
    place: say(facility.place, locale),
    about: say(facility.about, locale),
    sports: sportsOf(facility),
    indoor: !facility.outdoor,
    ...opening,
    courts: facility.courts.length,
    priceFrom: range.from,
    priceTo: range.to,
    drawing: facility.drawing,
    colour: facility.colour,
    picture: firstPicture(facility, locale),
    closedToday: say(closed?.reason, locale) ?? (opening.hoursToday.length === 0 ? m.venue_no_hours_today({}, { locale }) : null),
  }
}

/** The picture that stands for a facility. */
export const firstPicture = ({ pictures: [first] }: Pick<Facility, 'pictures'>, locale: Locale): FacilityPictureWire | null =>
  first ? presentPicture(first, locale) : null

const presentPicture = ({ id, alt, width, height, focus }: FacilityPicture, locale: Locale): FacilityPictureWire => ({
  id,
  alt: say(alt, locale),
  width,
  height,
  focus,
  sources: variantsIn(facilityVariants, { width }).map((one) => ({
    src: `/api/Venues/Picture/${id}/${one.width}.${one.format}`,
    width: one.width,
  })),
})

const coversDay = ({ period }: Closure, day: string) => period.start < momentAt(addDays(day, 1), 0) && period.end > momentAt(day, 0)

export function presentDetail(
  catalogue: Catalogue,
  facility: Facility,
  closures: Closure[],
  identities: Identity[],
  view: ViewContext,
): Omit<FacilityAnswer, 'rating'> {
  const { locale, now } = view
  const list = priceListToShow(facility, dayOf(now))
  return {
    ...presentFacility(facility, closures, view),
    pictures: facility.pictures.map((picture) => presentPicture(picture, locale)),
    rules: say(facility.rules, locale),
    ...extras(list),
    courtList: facility.courts.map((court) => ({
      id: court.id,
      name: say(court.name, locale),
      code: court.code,
      sharesWith: named(sharing(facility, court), locale),
    })),
    fees: presentFeesOf(facility, list, identities, view),
    feesFrom: list && list.from > dayOf(now) ? list.from : null,
    peak: { weekday: peakOn(list, 'mon'), weekend: peakOn(list, 'sat') },
    ...presentLevels(list, locale),
    coming: comingPriceLists(facility, dayOf(now)).map((one) => presentPriceList(facility, one, identities, view)),
    closures: closures
      .filter(({ facilityId }) => facilityId === facility.id)
      .map(({ period, reason }) => ({ start: isoAt(period.start), end: isoAt(period.end), reason: say(reason, locale) })),
    today: dayOf(now),
    openUntil: lastOpenDay(now, catalogue.booking),
    mostMinutes: catalogue.booking.minutesPerDayAndSport,
  }
}

const extras = (list: PriceList | undefined) => ({
  lightFee: list?.lightFee ?? 0,
  lightFrom: list && list.lightFrom !== null ? timeFrom(list.lightFrom) : null,
  deposit: list?.deposit ?? 0,
})

function presentLevels(list: PriceList | undefined, locale: Locale): Pick<PriceListWire, 'levels' | 'peakHours'> {
  const levels = (list?.levels ?? []).map(({ name }, n) => ({
    name: say(name, locale),
    hours: hoursLeft(list!.levels, n).map(({ days, from, to }) => ({ days, start: timeFrom(from), end: timeFrom(to) })),
  }))
  return { levels, peakHours: levels[1]?.hours ?? [] }
}

const peakOn = (list: PriceList | undefined, kind: DayKind) => {
  const found = list && hoursLeft(list.levels, 1).find(({ days }) => days.includes(kind))
  return found ? hours({ start: found.from, end: found.to }) : null
}

const presentFeesOf = (facility: Facility, list: PriceList | undefined, identities: Identity[], view: ViewContext) =>
  list
    ? feesOf(facility, list).map(({ courts, prices }) => ({
        courts: named(courts, view.locale),
        byIdentity: presentFees(prices, identities, view),
      }))
    : []

const presentPriceList = (facility: Facility, list: PriceList, identities: Identity[], view: ViewContext): PriceListWire => ({
  from: list.from,
  fees: presentFeesOf(facility, list, identities, view),
  ...extras(list),
  ...presentLevels(list, view.locale),
})

const presentFees = (prices: CourtPrices, identities: Identity[], { locale, identityId }: ViewContext) =>
  identities.flatMap((one) => {
    const byLevel = prices[one.id]
    if (!byLevel) return []
    return [
      {
        identityId: one.id,
        code: one.code,
        identity: say({ tw: one.name_tw, en: one.name_en }, locale),
        needsProof: one.needs_proof,
        prices: [...byLevel],
        offPeak: byLevel[0]!,
        peak: byLevel[1]!,
        yours: one.id === identityId,
      },
    ]
  })

export function presentCourt({ facility, court }: { facility: Facility; court: Court }, { locale, identityId, now }: ViewContext) {
  const range = priceRange(facility, [court], identityId, dayOf(now))
  return {
    id: court.id,
    code: court.code,
    name: say(court.name, locale),
    venue1stId: facility.id,
    venue1stName: say(facility.name, locale),
    sports: sportsOf(facility),
    indoor: !facility.outdoor,
    slotMinutes: timetableToShow(facility, dayOf(now)).slotMinutes,
    priceFrom: range.from,
    priceTo: range.to,
    drawing: facility.drawing,
    colour: facility.colour,
  }
}

export function presentCourtDetail(found: { facility: Facility; court: Court }, identities: Identity[], view: ViewContext) {
  const { facility, court } = found
  const list = priceListToShow(facility, dayOf(view.now))
  return {
    ...presentCourt(found, view),
    ...presentHours(facility, view),
    ...extras(list),
    byIdentity: presentFees(list?.prices[court.id] ?? {}, identities, view),
    sharesWith: named(sharing(facility, court), view.locale),
    rules: say(facility.rules, view.locale),
  }
}

export const presentPeriod = ({ period }: Offer) => ({ start: isoAt(period.start), end: isoAt(period.end) })

const lowest = ({ courts }: Offer): number => Math.min(...courts.map(({ price }) => price))

/** A court, and the others of its facility on the same floor. */
function presentFreeCourt(facility: Facility, court: Court, locale: Locale) {
  const others = sharing(facility, court).map(({ id }) => id)
  return { id: court.id, name: say(court.name, locale), ...(others.length > 0 ? { sharesWith: others } : {}) }
}

export const presentOffer = (offer: Offer, closures: Closure[], view: ViewContext): OfferWire => ({
  facility: presentFacility(offer.facility, closures, view),
  ...presentPeriod(offer),
  priceFrom: lowest(offer),
  deposit: offer.courts[0]!.deposit,
  courts: offer.courts.map(({ court, price }) => ({ ...presentFreeCourt(offer.facility, court, view.locale), price })),
})

type Times = { facility: Facility; offers: Offer[]; full?: Period[] }

export function presentTimes({ facility, offers, full }: Times, closures: Closure[], view: ViewContext): FacilityTimes {
  const free = new Set(offers.flatMap(({ courts }) => courts.map(({ court }) => court.id)))
  return {
    facility: presentFacility(facility, closures, view),
    deposit: offers[0]?.courts[0]!.deposit ?? extras(priceListToShow(facility, dayOf(view.now))).deposit,
    courts: facility.courts.filter(({ id }) => free.has(id)).map((court) => presentFreeCourt(facility, court, view.locale)),
    times: offers.map((offer) => ({
      ...presentPeriod(offer),
      priceFrom: lowest(offer),
      courts: offer.courts.map(({ court, price }) => ({ id: court.id, price })),
    })),
    ...(full ? { full: full.map(({ start, end }) => ({ start: isoAt(start), end: isoAt(end) })) } : {}),
  }
}

export const presentAlternative = (offer: Alternative, closures: Closure[], view: ViewContext): AlternativeWire => ({
  ...presentOffer(offer, closures, view),
  kind: offer.kind,
})
