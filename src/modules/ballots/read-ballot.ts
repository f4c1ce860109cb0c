import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { findVisibleRound, type ViewRefusal } from '#modules/preorders/read-season.ts'
import type { Rounds } from '#modules/preorders/rounds.ts'
import type { Round } from '#modules/preorders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { findDraw, findManifest, readObjections, type Frozen, type Objection } from './draw-store.ts'
import { countEntries, findEntry, readDemand, readEntries, readOwnEntries, type ClubEntry, type Demand, type Entry } from './entry-store.ts'
import { Draw } from './manifest-wire.ts'
import { readOffers, readSubstitutes, type Offer, type SubstituteRow } from './offer-store.ts'
import { stageOf, type Stage } from './wish-rules.ts'

export type Reading = { db: Db; catalogues: Catalogues; rounds: Rounds }
type Outcome = Draw['outcomes'][number]

/** A ballot as a club sees it: its own entry and what became of it, and how many want each hour. */
export type OwnBallot = {
  round: Round
  stage: Stage
  catalogue: Catalogue
  entry: Entry | undefined
  demand: Demand[]
  entries: number
  frozen: Frozen | undefined
  drawnAt: Date | null
  outcome: Outcome | undefined
  offers: Offer[]
}

export type ListedBallot = { round: Round; dueAt: Date | undefined; wishes: number; drawn: number | null; offers: number }

/** Ballots that clubs may see, newest first, with a club's own part in them. */
export async function listOwnBallots({ db, rounds }: Reading, memberId: string, now: Date): Promise<ListedBallot[]> {
  const shown = (await rounds.all()).filter((round) => round.mode === 'ballot' && round.viewStart <= now)
  const own = await readOwnEntries(
    db,
    memberId,
    shown.map(({ id }) => id),
    now,
  )
  return shown.map((round) => ({ round, dueAt: undefined, wishes: 0, drawn: null, offers: 0, ...own.get(round.id) }))
}

export async function readOwnBallot(
  { db, catalogues, rounds }: Reading,
  { roundId, memberId }: { roundId: number; memberId: string },
  now: Date,
): Promise<Result<OwnBallot, ViewRefusal>> {
  const visible = await findVisibleRound(rounds, roundId, now)
  if (!visible.ok) return visible
  const round = visible.value
  if (round.mode !== 'ballot') return refuse({ code: 'not_found' })
  const [entry, frozen, stored] = [await findEntry(db, roundId, memberId), await findManifest(db, roundId), await findDraw(db, roundId)]
  const draw = stored && Draw.parse(JSON.parse(stored.draw))
  return ok({
    round,
    stage: stageOf(round, now),
    catalogue: await catalogues.current(),
    entry,
    demand: await readDemand(db, roundId),
    entries: (await countEntries(db)).get(roundId) ?? 0,
    frozen,
    drawnAt: stored?.drawnAt ?? null,
    outcome: draw?.outcomes.find((one) => one.entry === entry?.number),
    offers: entry ? await readOffers(db, entry.id, now) : [],
  })
}

/** A ballot as staff see it. */
export type StaffBallot = {
  round: Round
  stage: Stage
  catalogue: Catalogue
  entries: ClubEntry[]
  frozen: Frozen | undefined
  objections: Objection[]
  drawnAt: Date | null
  substitutes: SubstituteRow[]
}

export async function readStaffBallot(
  { db, catalogues, rounds }: Reading,
  roundId: number,
  now: Date,
): Promise<Result<StaffBallot, { code: 'not_found' }>> {
  rounds.forget()
  const round = await rounds.find(roundId, now)
  if (round?.mode !== 'ballot') return refuse({ code: 'not_found' })
  return ok({
    round,
    stage: stageOf(round, now),
    catalogue: await catalogues.current(),
    entries: await readEntries(db, roundId),
    frozen: await findManifest(db, roundId),
    objections: await readObjections(db, roundId),
    drawnAt: (await findDraw(db, roundId))?.drawnAt ?? null,
    substitutes: await readSubstitutes(db, roundId),
  })
}
