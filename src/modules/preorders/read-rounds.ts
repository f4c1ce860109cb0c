import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue, Facility, Slot } from '#modules/venues/rules.ts'
import { datesOutside, planOf } from './plan.ts'
import type { ShownSeason } from './present-season.ts'
import { readSeason, type Season } from './read-season.ts'
import { findOfRound } from './read-store.ts'
import { readRoundChange } from './round-store.ts'
import type { Rounds } from './rounds.ts'
import { slotsOfSeason, type NewRound, type Round } from './rules.ts'
import { whyNotRound, type RoundProblem } from './round-from.ts'

type Reading = { db: Db; catalogues: Catalogues; rounds: Rounds }

/** A season with everything that clubs have sent for it, read afresh. */
export async function readWholeSeason(
  { db, catalogues, rounds }: Reading,
  id: number,
  now: Date,
): Promise<Result<ShownSeason, { code: 'not_found' }>> {
  rounds.forget()
  const round = await rounds.find(id, now)
  if (!round) return refuse({ code: 'not_found' })
  const [preOrders, change] = [await findOfRound(db, id, now), await readRoundChange(db, id)]
  let catalogue = await catalogues.current()
  if (preOrders.some(({ dates }) => dates.some(({ courtId }) => !catalogue.courtOf.has(courtId))))
    catalogue = await catalogues.newerThan(catalogue.version)
  return ok({ round, change, preOrders, catalogue })
}

export type PreviewedRound = {
  round: Round
  catalogue: Catalogue
  season: Season | undefined
  outside: { dates: number; clubs: number }
}

/** What clubs will see of a round that is not saved, and which dates of theirs it would no longer offer. */
export async function previewRound(
  { db, catalogues }: Reading,
  { id, previewFacility, ...asked }: NewRound & { id: number | undefined; previewFacility: number | undefined },
  { memberId }: { memberId: string },
  now: Date,
): Promise<Result<PreviewedRound, { code: 'round_invalid'; problems: RoundProblem[] }>> {
  const [catalogue, limits] = [await catalogues.current(), await readLimits(db)]
  const problems = whyNotRound(catalogue, asked, limits)
  if (problems.length > 0) return refuse({ code: 'round_invalid', problems })
  const round: Round = { ...asked, id: id ?? 0, version: 0, frozenAt: null, drawnAt: null, documents: limits.documents }
  const shown = round.facilities.find(({ facilityId }) => facilityId === previewFacility) ?? round.facilities[0]!
  // Not shared with other readers: they would get a round that is not saved.
  const deps = { db, catalogues, share: (_key: string, run: () => Promise<never>) => run() }
  const season = await readSeason(
    deps as never,
    round,
    { facilityId: shown.facilityId },
    { from: undefined, to: undefined },
    { memberId, now },
  )
  const entries = id === undefined ? [] : (await findOfRound(db, id, now)).flatMap(planOf)
  return ok({ round, catalogue, season, outside: datesOutside(round, entries, catalogue) })
}

export type FacilityHours = { facility: Facility; slots: Slot[] }

/** The centre's usual numbers for a round, and the facilities with the slots that they have in a season. */
export async function readNewRound(
  { db, catalogues }: Reading,
  season: { seasonFrom?: string | undefined; seasonTo?: string | undefined },
  now: Date,
) {
  const [catalogue, limits] = [await catalogues.current(), await readLimits(db)]
  const from = season.seasonFrom ?? dayOf(now)
  const longest = addDays(from, limits.rounds.seasonWeeks * 7 - 1)
  const to = season.seasonTo === undefined || season.seasonTo < from || season.seasonTo > longest ? longest : season.seasonTo
  const facilities = catalogue.facilities
    .filter(({ retired }) => !retired)
    .map((facility): FacilityHours => ({
      facility,
      slots: slotsOfSeason({ seasonFrom: from, seasonTo: to }, facility, catalogue.holidays),
    }))
    .filter(({ slots }) => slots.length > 0)
  return { limits, facilities }
}
