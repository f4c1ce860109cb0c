import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { timeFrom } from '#lib/zone.ts'
import { mostSlots, slotMinutesIn, slotsOfRound, type Round } from '#modules/preorders/rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { Entry } from './entry-store.ts'
import { facilitiesOf } from './make-manifest.ts'
import { Manifest, type Draw } from './manifest-wire.ts'
import type { OwnBallot, StaffBallot } from './read-ballot.ts'
import type { Rehearsal } from './rehearse-draw.ts'
import type { RehearsalAnswer, StaffBallotAnswer } from './staff-wire.ts'
import { reasonText, wishSummary } from './texts.ts'
import type { Stage, Wish } from './wish-rules.ts'
import type { OwnBallotAnswer, WishBody } from './wish-wire.ts'

const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null

export const presentBallotRound = (round: Round, stage: Stage, dueAt: Date | undefined, locale: Locale) => ({
  roundId: round.id,
  name: say(round.name, locale),
  stage,
  seasonFrom: round.seasonFrom,
  seasonTo: round.seasonTo,
  orderStart: round.orderStart.toISOString(),
  end: round.end.toISOString(),
  dueAt: iso(dueAt),
  drawnAt: iso(round.drawnAt),
})

const wishBody = ({ weekday, start, end, facilityId, courtId, leastPercent }: Wish): WishBody => ({
  weekday,
  start: timeFrom(start),
  end: timeFrom(end),
  venue1stId: facilityId,
  venue2ndId: courtId,
  leastPercent,
})

export function presentOwn(own: OwnBallot, locale: Locale, now: Date): OwnBallotAnswer {
  const { round, stage, catalogue, entry, frozen, outcome } = own
  return {
    ...presentBallotRound(round, stage, frozen?.dueAt, locale),
    periodsPerWeek: round.periodsPerWeek,
    entries: own.entries,
    facilities: facilitiesOf(catalogue, round).map((facility) => ({
      id: facility.id,
      name: say(facility.name, locale),
      slots: slotsOfRound(round, facility, catalogue.holidays).map(({ start, end }) => ({ start: timeFrom(start), end: timeFrom(end) })),
      mostSlots: mostSlots(round, slotMinutesIn(round, facility)),
      courts: facility.courts.map(({ id, name }) => ({ id, name: say(name, locale) })),
    })),
    demand: own.demand.map(({ facilityId, ...cell }) => ({ venue1stId: facilityId, ...cell })),
    entry: entry ? presentEntry(entry, catalogue, outcome, locale) : null,
    offers: own.offers.map(({ rank, courtId, until, ...offer }) => {
      const wish = entry!.wishes[rank - 1]!
      return { ...offer, until: until.toISOString(), summary: wishSummary(catalogue, { ...wish, courtId }, locale) }
    }),
    manifestHash: frozen?.hash ?? null,
    serverTime: now.toISOString(),
  }
}

function presentEntry(entry: Entry, catalogue: Catalogue, outcome: OwnBallot['outcome'], locale: Locale): OwnBallotAnswer['entry'] {
  const { version, title, purpose, contactName, contactPhone, headcount, number, tickets, isPassedOver } = entry
  const about = { version, title, purpose, contactName, contactPhone, headcount, number, tickets, isPassedOver }
  return {
    ...about,
    changedAt: entry.changedAt.toISOString(),
    wishes: entry.wishes.map(wishBody),
    outcomes: outcome ? outcome.wishes.map((one) => presentOutcome(one, catalogue, locale)) : null,
  }
}

type WishOutcome = Draw['outcomes'][number]['wishes'][number]

function presentOutcome(one: WishOutcome, catalogue: Catalogue, locale: Locale) {
  if ('reason' in one) return { isDrawn: false, court: null, dates: 0, why: one.reason.why, reason: reasonText(one.reason, locale) }
  const court = catalogue.facilities.flatMap(({ courts }) => courts).find(({ code }) => code === one.court)
  return { isDrawn: true, court: say(court?.name, locale) ?? one.court, dates: one.dates.length, why: null, reason: '' }
}

export function presentStaffBallot(ballot: StaffBallot, locale: Locale, now: Date): StaffBallotAnswer {
  const { round, stage, catalogue, entries, frozen, objections, drawnAt, substitutes } = ballot
  return {
    roundId: round.id,
    stage,
    end: round.end.toISOString(),
    entries: entries.map(({ club, memberId, title, wishes, changedAt, number, tickets, isPassedOver, drawn }) => ({
      club,
      memberId,
      title,
      wishes: wishes.map((wish) => wishSummary(catalogue, wish, locale)),
      changedAt: changedAt.toISOString(),
      number,
      tickets,
      isPassedOver,
      drawn,
    })),
    manifest: frozen
      ? {
          hash: frozen.hash,
          frozenAt: frozen.frozenAt.toISOString(),
          dueAt: frozen.dueAt.toISOString(),
          source: Manifest.parse(JSON.parse(frozen.manifest)).randomness.source,
        }
      : null,
    objections: objections.map(({ notedAt, ...one }) => ({ ...one, notedAt: notedAt.toISOString() })),
    drawnAt: iso(drawnAt),
    substitutes: substitutes.map(({ courtId, until, ...one }) => ({
      ...one,
      court: say(catalogue.courtOf.get(courtId)?.court.name, locale) ?? '',
      until: iso(until),
    })),
    now: now.toISOString(),
  }
}

/** What a rehearsal gave, by club in draw order. */
export function presentRehearsal({ manifest, draw, clubs }: Rehearsal, catalogue: Catalogue, locale: Locale): RehearsalAnswer {
  const courts = catalogue.facilities.flatMap((facility) => facility.courts.map((court) => ({ court, facilityId: facility.id })))
  const takenBy = Map.groupBy(
    draw.turns.filter(({ taken }) => taken !== null),
    ({ entry }) => entry,
  )
  const order = draw.order.map(({ entry: number }) => {
    const entry = manifest.entries.find((one) => one.number === number)!
    const taken = (takenBy.get(number) ?? []).map(({ taken: got }) => {
      const { court, facilityId } = courts.find((one) => one.court.code === got!.court)!
      return wishSummary(catalogue, { ...entry.wishes[got!.wish - 1]!, facilityId, courtId: court.id }, locale)
    })
    return { number, club: clubs.get(number) ?? '', tickets: entry.tickets, taken }
  })
  const lucky = order.filter(({ taken }) => taken.length > 0).length
  return {
    entries: order.length,
    periods: order.reduce((sum, { taken }) => sum + taken.length, 0),
    lucky,
    firstWish: draw.outcomes.filter(({ wishes: [first] }) => first && 'court' in first).length,
    without: order.length - lucky,
    order,
  }
}
