import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { addDays, dayOf, minuteFrom } from '#lib/zone.ts'
import type { Limits } from '#modules/settings/rules.ts'
import type { z } from 'zod'
import { askedKinds, slotsOfSeason, type NewRound } from './rules.ts'
import type { RoundBody } from './staff-wire.ts'
import { findOfferedFacility, type Catalogue, type Slot } from '#modules/venues/rules.ts'

/** A round as asked for; what was left out is as the centre's rules say. */
export const roundFrom = (body: z.output<typeof RoundBody>, { rounds, documents }: Pick<Limits, 'rounds' | 'documents'>): NewRound => ({
  name: { tw: body.nameTw, en: body.nameEn || body.nameTw },
  seasonFrom: body.seasonFrom,
  seasonTo: body.seasonTo,
  viewStart: new Date(body.viewStart),
  orderStart: new Date(body.orderStart),
  end: new Date(body.end),
  mode: body.mode,
  newcomerPercent: body.mode === 'ballot' ? body.newcomerPercent : 0,
  periodsPerWeek: body.periodsPerWeek ?? rounds.periodsPerWeek,
  minutesPerPeriod: body.minutesPerPeriod ?? rounds.minutesPerPeriod,
  payDays: body.payDays ?? rounds.payDays,
  giveBackHours: body.giveBackHours ?? rounds.giveBackHours,
  documentKinds: [...new Set(body.documentKinds ?? askedKinds(documents))],
  facilities: body.facilities.map(({ venue1stId, opens, closes }) => ({
    facilityId: venue1stId,
    opens: minuteFrom(opens),
    closes: minuteFrom(closes),
  })),
})

/** The problems of a round by field, in the caller's language. */
export function inWords(
  { code, problems }: { code: 'round_invalid'; problems: RoundProblem[] },
  locale: Locale,
): { code: 'round_invalid' } {
  const errors = problems.map(({ path, message }) => ({ path, message: text(message, locale)! }))
  return Object.assign({ errors }, { code })
}

export type RoundProblem = {
  path: string
  message:
    | 'field_window_order'
    | 'field_season'
    | 'field_venue'
    | 'field_whole_slots'
    | 'field_document_kind'
    | 'field_mode_of_open_round'
    | 'field_window_shorter'
    | 'field_ballot_before_season'
}

export function whyNotRound(catalogue: Catalogue, round: NewRound, rules: Pick<Limits, 'rounds' | 'documents'>): RoundProblem[] {
  const problems: RoundProblem[] = []
  if (!(round.viewStart <= round.orderStart && round.orderStart < round.end))
    problems.push({ path: 'orderStart', message: 'field_window_order' })
  // After the freeze: a day for objections, a day in which the random value may be late, and one to prepare.
  if (round.mode === 'ballot' && addDays(dayOf(round.end), 3) > round.seasonFrom)
    problems.push({ path: 'end', message: 'field_ballot_before_season' })
  const isSeason = round.seasonTo >= round.seasonFrom && round.seasonTo <= addDays(round.seasonFrom, rules.rounds.seasonWeeks * 7 - 1)
  if (!isSeason) problems.push({ path: 'seasonTo', message: 'field_season' })
  const season = isSeason ? round : { seasonFrom: round.seasonFrom, seasonTo: addDays(round.seasonFrom, 6) }
  if (round.documentKinds.some((asked) => !rules.documents.kinds.some(({ code }) => code === asked)))
    problems.push({ path: 'documentKinds', message: 'field_document_kind' })
  const seen = new Set<number>()
  for (const [n, { facilityId, opens, closes }] of round.facilities.entries()) {
    const facility = findOfferedFacility(catalogue, facilityId)
    if (!facility || seen.has(facilityId)) problems.push({ path: `facilities.${n}.venue1stId`, message: 'field_venue' })
    else if (!isWhole(slotsOfSeason(season, facility, catalogue.holidays), opens, closes))
      problems.push({ path: `facilities.${n}.opens`, message: 'field_whole_slots' })
    seen.add(facilityId)
  }
  return problems
}

/** The hours of a round begin and end with a slot that the facility has on some day of the season. */
const isWhole = (slots: Slot[], opens: number, closes: number): boolean =>
  opens < closes && slots.some(({ start }) => start === opens) && slots.some(({ end }) => end === closes)
