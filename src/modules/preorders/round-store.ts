import { sqlWords } from '#db/words.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { minuteFrom, timeFrom } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { sql } from 'kysely'
import type { NewRound, Round } from './rules.ts'

type Row = Omit<Round, 'viewStart' | 'orderStart' | 'end' | 'documents' | 'facilities'> & {
  viewStart: Date
  orderStart: Date
  end: Date
  facilities: { facilityId: number; opens: string; closes: string }[]
}

/** All rounds, newest first; there are a few a year, so no paging. */
export async function readRounds(db: DbOrTrx): Promise<Round[]> {
  const { rows } = await sql<Row>`
    select r.id, r.version, ${sqlWords('r.name')} as name, r.season_from as "seasonFrom", r.season_to as "seasonTo", r.view_start as "viewStart",
      r.order_start as "orderStart", r.ends as "end", r.mode, r.frozen_at as "frozenAt", r.drawn_at as "drawnAt", r.newcomer_percent as "newcomerPercent", r.periods_per_week as "periodsPerWeek", r.minutes_per_period as "minutesPerPeriod", r.pay_days as "payDays",
      r.document_kinds as "documentKinds", r.give_back_hours as "giveBackHours",
      (select coalesce(json_agg(json_build_object('facilityId', f.facility_id, 'opens', f.opens, 'closes', f.closes) order by f.facility_id), '[]')
        from round_facilities f where f.round_id = r.id) as facilities
    from rounds r order by r.order_start desc, r.id desc`.execute(db)
  const { documents } = await readLimits(db)
  return rows.map(({ facilities, ...round }) => ({
    ...round,
    documents,
    facilities: facilities.map(({ facilityId, opens, closes }) => ({ facilityId, opens: minuteFrom(opens), closes: minuteFrom(closes) })),
  }))
}

const columns = (round: NewRound) => ({
  name_tw: round.name.tw,
  name_en: round.name.en,
  season_from: round.seasonFrom,
  season_to: round.seasonTo,
  view_start: round.viewStart,
  order_start: round.orderStart,
  ends: round.end,
  mode: round.mode,
  newcomer_percent: round.newcomerPercent,
  periods_per_week: round.periodsPerWeek,
  minutes_per_period: round.minutesPerPeriod,
  pay_days: round.payDays,
  document_kinds: round.documentKinds,
  give_back_hours: round.giveBackHours,
})

export async function insertRound(db: DbOrTrx, round: NewRound, by: string | null, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('rounds')
    .values({ ...columns(round), created_by: by, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertFacilities(db, id, round)
  return id
}

/** False when another version is there by now: the WHERE is the guard. Without a version, whatever is there is replaced. */
export async function updateRound(
  db: DbOrTrx,
  id: number,
  { version, by, ...round }: NewRound & { version: number | undefined; by: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set((eb) => ({ ...columns(round), version: eb('version', '+', 1), changed_by: by, changed_at: now }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('round_facilities').where('round_id', '=', id).execute()
  await insertFacilities(db, id, round)
  return true
}

/** Who has changed or made the round last, and when. */
export async function readRoundChange(db: DbOrTrx, id: number): Promise<{ changedBy: string | null; changedAt: string | null }> {
  const { rows } = await sql<{ changedBy: string | null; changedAt: Date | null }>`
    select m.name as "changedBy", coalesce(r.changed_at, r.created_at) as "changedAt"
    from rounds r left join members m on m.id = coalesce(r.changed_by, r.created_by) where r.id = ${id}`.execute(db)
  const [row] = rows
  return { changedBy: row?.changedBy ?? null, changedAt: row?.changedAt?.toISOString() ?? null }
}

async function insertFacilities(db: DbOrTrx, roundId: number, { facilities }: NewRound): Promise<void> {
  const rows = facilities.map(({ facilityId, opens, closes }) => ({
    round_id: roundId,
    facility_id: facilityId,
    opens: timeFrom(opens),
    closes: timeFrom(closes),
  }))
  await db.insertInto('round_facilities').values(rows).execute()
}

export type RoundCounts = { total: number; submitted: number; needsDocuments: number }

/** Number of pre-orders of each round, without drafts, and how many of them wait. */
export async function countPreOrders(db: DbOrTrx): Promise<Map<number, RoundCounts>> {
  const { rows } = await sql<RoundCounts & { roundId: number }>`
    select round_id as "roundId", count(*)::integer as total, count(*) filter (where state = 'submitted')::integer as submitted,
      count(*) filter (where state = 'needs-documents')::integer as "needsDocuments"
    from preorders where state <> 'draft' group by round_id`.execute(db)
  return new Map(rows.map(({ roundId, ...counts }) => [roundId, counts]))
}

/**
 * Locks a round until the end of the transaction: `share` for whoever relies on it, as wishes that are being saved, `update` for
 * whoever fixes, draws or changes it. It stands after members in the order of locks.
 */
export async function lockRound(trx: Trx, id: number, strength: 'share' | 'update'): Promise<Round | undefined> {
  if (strength === 'share') await sql`select 1 from rounds where id = ${id} for share`.execute(trx)
  else await sql`select 1 from rounds where id = ${id} for update`.execute(trx)
  return (await readRounds(trx)).find((round) => round.id === id)
}

/** The wishes of a ballot are fixed from now on. */
export async function markFrozen(trx: Trx, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('rounds')
    .set((eb) => ({ frozen_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A ballot is drawn: its window becomes that of what the draw has left. */
export async function markDrawn(trx: Trx, id: number, leftoversUntil: Date, now: Date): Promise<void> {
  await trx
    .updateTable('rounds')
    .set((eb) => ({ drawn_at: now, order_start: now, ends: leftoversUntil, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Rounds whose wishes are to be fixed, and those that wait for their draw. */
export async function readBallotsToDo(db: DbOrTrx, now: Date): Promise<{ toFreeze: number[]; toDraw: number[] }> {
  const { rows } = await sql<{ id: number; isFrozen: boolean }>`
    select id, frozen_at is not null as "isFrozen" from rounds
    where mode = 'ballot' and drawn_at is null and (frozen_at is not null or ends < ${now}) order by ends, id`.execute(db)
  return {
    toFreeze: rows.filter((row) => !row.isFrozen).map(({ id }) => id),
    toDraw: rows.filter((row) => row.isFrozen).map(({ id }) => id),
  }
}
