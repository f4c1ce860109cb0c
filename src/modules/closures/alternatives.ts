import * as m from '#i18n/generated/messages.js'
import type { DbOrTrx } from '#db/connect.ts'
import { overlaps, type Period } from '#lib/period.ts'
import { addDays, dayOf, minuteOf, momentAt } from '#lib/zone.ts'
import { bySpace, offerAt, type Snapshot } from '#modules/availability/offers.ts'
import { readClosingFloor } from '#modules/availability/closing-store.ts'
import { readOccupied } from '#modules/availability/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import { generalPublic, sportsOf, type Catalogue, type Court, type Facility, type TimeQuery } from '#modules/venues/rules.ts'
import type { Affected } from './effect-store.ts'
import type { Locale } from '#i18n/locale.ts'
import { itemLine } from '#modules/orders/line-texts.ts'
import { cancelledText } from '#modules/orders/cancelled-letters.ts'
import { orderLetter } from '#modules/orders/mail-letters.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import { formatMoment } from '#i18n/dates.ts'
import { offerUntil } from './rules.ts'

/** Other floor for somebody whose booking is cancelled. */
export type Alternative = Period & { facility: Facility; court: Court }

/** For how many bookings other floor is looked for. */
const soughtAtMost = 200
/** Days after come first: who planned for a day can come later more easily than earlier. */
const daysAround = [1, 2, 3, -1, -2, -3]
const dayLength = 86_400_000

/** Bookings that a member has paid for. Guests have no page to answer on, and clubs settle their seasons with staff. */
const isOffered = ({ kind, state, isClub, isGuest }: Affected): boolean => kind === 'order' && state === 'paid' && !isClub && !isGuest

/**
 * The best other floor for each booking that may be offered some, by holder: the same sport at the same hour, then the nearest later
 * hour of the day, then the same hour of a near day. No floor is named twice. Nothing is held.
 */
export async function findAlternatives(
  db: DbOrTrx,
  catalogue: Catalogue,
  effect: { spaces: number[]; periods: Period[]; affected: Affected[] },
  now: Date,
): Promise<ReadonlyMap<string, Alternative>> {
  const sought = effect.affected.filter(isOffered).slice(0, soughtAtMost)
  if (sought.length === 0) return new Map()
  const lost = [...new Set(sought.map(({ facilityId }) => facilityId))]
  const facilitiesFor = new Map(lost.map((id) => [id, alike(catalogue, id)]))
  const spaces = [...new Set([...facilitiesFor.values()].flat().flatMap(({ courts }) => courts.flatMap((court) => court.spaces)))]
  const within = {
    start: new Date(sought[0]!.start.getTime() - 4 * dayLength),
    end: new Date(Math.max(...sought.map(({ end }) => end.getTime())) + 4 * dayLength),
  }
  const { occupied } = await readOccupied(db, spaces, within, now)
  // Of closures that are still running: nobody else can take it, though it is free.
  const closing = await readClosingFloor(db, spaces, within)
  const { offerLeadHours, offerEarlier } = (await readLimits(db)).booking
  const closed = effect.spaces.flatMap((spaceId) =>
    effect.periods.map((period) => ({ ...period, spaceId, kind: 'closure' as const, memberId: null, holdUntil: null })),
  )
  // The desk may offer days that members cannot book yet.
  const anyDay = { ...catalogue, booking: { ...catalogue.booking, daysAhead: 400 } }
  return chooseAlternatives(
    { catalogue: anyDay, occupied: bySpace([...occupied, ...closing, ...closed]), identityId: generalPublic, now },
    facilitiesFor,
    sought,
    { from: new Date(now.getTime() + offerLeadHours * 3_600_000), earlier: offerEarlier },
  )
}

/** `from`: the first moment at which other floor may begin. `earlier`: also before the booking on its own day. */
type Lead = { from: Date; earlier: boolean }

/** The facility itself first, then others of its sports. */
function alike({ facilities, facilityOf }: Pick<Catalogue, 'facilities' | 'facilityOf'>, id: number): Facility[] {
  const own = facilityOf.get(id)
  if (!own) return []
  return [own, ...facilities.filter((other) => other.id !== id && sportsOf(other).some((sport) => sportsOf(own).includes(sport)))]
}

type Sought = Pick<Affected, 'holderId' | 'facilityId' | 'courtId' | 'start' | 'end'>

/** `facilitiesFor`: where to look for a booking of a facility, the best first. */
function chooseAlternatives(
  snapshot: Snapshot,
  facilitiesFor: ReadonlyMap<number, Facility[]>,
  sought: Sought[],
  lead: Lead,
): Map<string, Alternative> {
  const given: { spaces: number[]; period: Period }[] = []
  const isGiven = (court: Court, period: Period) =>
    given.some((one) => overlaps(one.period, period) && one.spaces.some((space) => court.spaces.includes(space)))
  const found = new Map<string, Alternative>()
  for (const booking of sought) {
    const lost = snapshot.catalogue.courtOf.get(booking.courtId ?? 0)
    const size = lost ? shareOf(lost.facility, lost.court) : 1
    for (const { facility, query } of queriesFor(snapshot, facilitiesFor.get(booking.facilityId) ?? [], booking, lead.earlier)) {
      const offer = offerAt(snapshot, facility, query)
      if (!offer || offer.period.start < lead.from) continue
      const free = offer.courts.filter(({ court }) => !isGiven(court, offer.period))
      // Half a court does not replace a full one, but a full one half a court.
      const shares = free.map((one) => ({ court: one.court, share: shareOf(facility, one.court) })).filter(({ share }) => share >= size)
      const court = (shares.find(({ share }) => share === size) ?? shares[0])?.court
      if (!court) continue
      given.push({ spaces: court.spaces, period: offer.period })
      found.set(booking.holderId, { facility, court, ...offer.period })
      break
    }
  }
  return found
}

/** How much of a full court this is: 1, or half of the court that it is a part of. Facilities divide their floor differently. */
function shareOf({ courts }: Pick<Facility, 'courts'>, { spaces }: Pick<Court, 'spaces'>): number {
  const around = courts.filter((other) => spaces.every((space) => other.spaces.includes(space)))
  return spaces.length / Math.max(spaces.length, ...around.map((court) => court.spaces.length))
}

/** What to ask for, the best first. */
function queriesFor(
  { catalogue }: Snapshot,
  facilities: Facility[],
  { start, end }: Sought,
  earlier: boolean,
): { facility: Facility; query: TimeQuery }[] {
  const day = dayOf(start)
  const from = minuteOf(start)
  const length = (end.getTime() - start.getTime()) / 60_000
  const at = (on: string, minute: number): TimeQuery => ({ day: on, start: minute, end: minute + length })
  const otherHours = facilities
    .flatMap((facility) =>
      slotsOn(facility, day, catalogue.holidays)
        .filter((slot) => slot.start > from || (earlier && slot.start < from))
        .map((slot) => ({ facility, query: at(day, slot.start) })),
    )
    .toSorted((a, b) => Math.abs(a.query.start - from) - Math.abs(b.query.start - from))
  return [
    ...facilities.map((facility) => ({ facility, query: at(day, from) })),
    ...otherHours,
    ...daysAround.flatMap((days) => facilities.map((facility) => ({ facility, query: at(addDays(day, days), from) }))),
  ]
}

type Said = {
  closure: ClosureWords
  /** Other floor that the dry run has found, and when the booking is that it stands for. Without it everything is paid back. */
  alternative: { from: Period; to: Alternative } | undefined
}

/** The mail and the texts that people get, made of an invented booking of this facility: what is typed is seen as it arrives. */
export function sampleLetter(
  facility: Facility,
  { closure, alternative: found }: Said,
  { centre, link }: { centre: string; link: string },
  locale: Locale,
  now: Date,
) {
  const court = facility.courts[0] ?? facility.retiredCourts[0]!
  const tomorrow = addDays(dayOf(now), 1)
  const period = found?.from ?? { start: momentAt(tomorrow, 19 * 60), end: momentAt(tomorrow, 20 * 60) }
  const item = { facility, court, ...period, price: 500, lightFee: 0, deposit: 0 }
  const order = { orderNo: 'FH-000000', state: 'confirmed' as const, amount: 500, payBefore: null, payAtDesk: false }
  const back = [{ by: 'card' as const, isPaidBack: false, amount: order.amount }]
  const about = { name: m.closure_sample_name({}, { locale }), order, items: [item], back, link, closure }
  // Guests are paid back in either case, and have paid at the desk.
  const text = cancelledText({ centre, what: itemLine(item, locale).slice(1), orderNo: order.orderNo }, locale, closure, {
    isPaid: true,
    order,
    atDesk: order.amount,
    byTransfer: 0,
    inVouchers: 0,
  })
  const until = found && offerUntil(found.to.start, now)
  if (found && until) {
    const alternative = { instead: itemLine(found.to, locale), until: formatMoment(until, locale), lapsesAt: until }
    const offerText = m.sms_order_alternative({ instead: alternative.instead.trim(), until: alternative.until, link }, { locale })
    return { ...orderLetter('alternative', locale, { ...about, alternative }), text, offerText }
  }
  return { ...orderLetter('venue-cancelled', locale, { ...about, takesAway: true }), text, offerText: null }
}
