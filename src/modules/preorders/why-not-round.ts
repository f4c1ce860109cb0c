import { addDays, dayOf } from '#lib/zone.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { findOfferedFacility, type Catalogue, type Slot } from '#modules/venues/rules.ts'
import { slotsOfSeason, type NewRound } from './rules.ts'

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
