import { addDays } from '#lib/zone.ts'
import { slotsOf, type Catalogue, type Facility } from '#modules/venues/rules.ts'
import type { Limits } from '#modules/settings/rules.ts'
import type { NewRound } from './rules.ts'

export type RoundProblem = {
  path: string
  message: 'field_window_order' | 'field_season' | 'field_venue' | 'field_whole_slots' | 'field_document_kind'
}

export function whyNotRound(catalogue: Catalogue, round: NewRound, rules: Pick<Limits, 'rounds' | 'documents'>): RoundProblem[] {
  const problems: RoundProblem[] = []
  if (!(round.viewStart <= round.orderStart && round.orderStart < round.end))
    problems.push({ path: 'orderStart', message: 'field_window_order' })
  if (round.seasonTo < round.seasonFrom || round.seasonTo > addDays(round.seasonFrom, rules.rounds.seasonWeeks * 7 - 1))
    problems.push({ path: 'seasonTo', message: 'field_season' })
  if (round.documentKinds.some((asked) => !rules.documents.kinds.some(({ code }) => code === asked)))
    problems.push({ path: 'documentKinds', message: 'field_document_kind' })
  const seen = new Set<number>()
  for (const [n, { facilityId, opens, closes }] of round.facilities.entries()) {
    const facility = catalogue.facilityOf.get(facilityId)
    if (!facility || seen.has(facilityId)) problems.push({ path: `facilities.${n}.venue1stId`, message: 'field_venue' })
    else if (!isWhole(facility, opens, closes)) problems.push({ path: `facilities.${n}.opens`, message: 'field_whole_slots' })
    seen.add(facilityId)
  }
  return problems
}

const isWhole = (facility: Facility, opens: number, closes: number): boolean =>
  opens < closes && slotsOf(facility).some(({ start }) => start === opens) && slotsOf(facility).some(({ end }) => end === closes)
