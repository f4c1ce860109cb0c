import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { timeFrom, weekdayOf } from '#lib/zone.ts'
import { phaseOf } from '#modules/settings/window-rules.ts'
import { findOfferedFacility, type Catalogue } from '#modules/venues/rules.ts'
import { askedDates, lostDates, missingDocuments, planOf, type LostDate } from './plan.ts'
import type { ReadPreOrder } from './read-store.ts'
import { daysOf, slotMinutesIn, slotsOfRound, type Round } from './rules.ts'
import type { SeasonAnswer, SeasonPlanEntry, SeasonRequest, StaffRound } from './season-wire.ts'
import { lineSummary, whyText } from './texts.ts'
import type { PreOrderFacility } from './wire.ts'

export type RoundChange = { changedBy: string | null; changedAt: string | null }
export type ShownSeason = { round: Round; change: RoundChange; preOrders: ReadPreOrder[]; catalogue: Catalogue }

export const presentForStaff = (round: Round, change: RoundChange, now: Date): StaffRound => ({
  id: round.id,
  version: round.version,
  nameTw: round.name.tw,
  nameEn: round.name.en,
  seasonFrom: round.seasonFrom,
  seasonTo: round.seasonTo,
  viewStart: round.viewStart.toISOString(),
  orderStart: round.orderStart.toISOString(),
  end: round.end.toISOString(),
  mode: round.mode,
  newcomerPercent: round.newcomerPercent,
  frozenAt: round.frozenAt?.toISOString() ?? null,
  drawnAt: round.drawnAt?.toISOString() ?? null,
  periodsPerWeek: round.periodsPerWeek,
  minutesPerPeriod: round.minutesPerPeriod,
  payDays: round.payDays,
  giveBackHours: round.giveBackHours,
  documentKinds: round.documentKinds,
  facilities: round.facilities.map(({ facilityId, opens, closes }) => ({
    venue1stId: facilityId,
    opens: timeFrom(opens),
    closes: timeFrom(closes),
  })),
  phase: phaseOf(round, now),
  ...change,
})

export function presentSeason({ round, change, preOrders, catalogue }: ShownSeason, locale: Locale, now: Date): SeasonAnswer {
  const clubOf = new Map(preOrders.map((one) => [one.orderNo, one]))
  const season = daysOf(round)
  return {
    round: presentForStaff(round, change, now),
    requests: preOrders.map((one) => presentRequest(one, { round, preOrders, catalogue }, locale)),
    facilities: round.facilities.flatMap(({ facilityId }) => {
      const facility = findOfferedFacility(catalogue, facilityId)
      if (!facility) return []
      const slots = slotsOfRound(round, facility, catalogue.holidays).map(({ start, end }) => ({
        start: timeFrom(start),
        end: timeFrom(end),
      }))
      const courts = facility.courts.map((court) => ({ id: court.id, name: say(court.name, locale) }))
      return [{ id: facility.id, code: facility.code, name: say(facility.name, locale), courts, slots }]
    }),
    plan: preOrders.flatMap(planOf).map((entry): SeasonPlanEntry => {
      const { communityName, title, state } = clubOf.get(entry.orderNo)!
      const { line: _, start, end, ...spot } = entry
      const of = season.filter((day) => weekdayOf(day) === entry.weekday).length
      return { ...spot, club: communityName, title, status: state, start: timeFrom(start), end: timeFrom(end), of }
    }),
    documentNames: Object.fromEntries(round.documents.kinds.map(({ code, name }) => [code, say(name, locale)])),
    now: now.toISOString(),
  }
}

type Around = Pick<ShownSeason, 'round' | 'preOrders' | 'catalogue'>

export function presentRequest(one: ReadPreOrder, { round, preOrders, catalogue }: Around, locale: Locale): SeasonRequest {
  return {
    orderNo: one.orderNo,
    club: one.communityName,
    memberId: one.memberId,
    title: one.title,
    purpose: one.purpose,
    headcount: one.headcount,
    contactName: one.contactName,
    contactPhone: one.contactPhone,
    email: one.email,
    status: one.state,
    submittedAt: one.submittedAt?.toISOString() ?? null,
    decidedAt: one.decidedAt?.toISOString() ?? null,
    decidedBy: one.decidedBy,
    note: one.reviewNote,
    amount: one.amount,
    payOrderNo: one.payOrderNo,
    payBefore: one.payBefore?.toISOString() ?? null,
    summary: one.lines.flatMap((line) => lineSummary(catalogue, line, locale) ?? []),
    asked: askedDates(one, round),
    held: planOf(one).reduce((sum, { days }) => sum + days.length, 0),
    lost: lostDates(one, preOrders, catalogue).map((lost) => presentLost(lost, one, catalogue, locale)),
    documents: one.documents,
    missing: missingDocuments(one, round),
  }
}

function presentLost(
  { line, date, why, by }: LostDate,
  one: ReadPreOrder,
  catalogue: Catalogue,
  locale: Locale,
): SeasonRequest['lost'][number] {
  const wanted = one.lines[line]
  const place = wanted && catalogue.courtOf.get(wanted.courtId)
  return {
    facility: say(place?.facility.name, locale) ?? '',
    court: say(place?.court.name, locale) ?? '',
    start: timeFrom(wanted?.start ?? 0),
    end: timeFrom(wanted?.end ?? 0),
    date,
    why,
    reason: lostText(why, locale),
    by,
  }
}

export const lostText = (why: LostDate['why'], locale: Locale): string =>
  why === 'released' || why === 'given-back' ? text(`rounds_lost_${why.replace('-', '_')}`, locale)! : whyText(why, locale)

/** The facilities of a round as clubs choose them. */
export const presentFacilities = (round: Round, catalogue: Catalogue, locale: Locale): PreOrderFacility[] =>
  round.facilities.flatMap(({ facilityId, opens, closes }) => {
    const facility = findOfferedFacility(catalogue, facilityId)
    if (!facility) return []
    const { id, name, sport, drawing, colour, courts } = facility
    const hours = { opens: timeFrom(opens), closes: timeFrom(closes), slotMinutes: slotMinutesIn(round, facility) }
    return [{ id, name: say(name, locale), sport, drawing, colour, ...hours, courts: courts.length }]
  })
