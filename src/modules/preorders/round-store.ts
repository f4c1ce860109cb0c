import type { DbOrTrx } from '#db/connect.ts'
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
    select r.id, r.version, json_build_object('tw', r.name_tw, 'en', r.name_en) as name, r.season_from as "seasonFrom", r.season_to as "seasonTo", r.view_start as "viewStart",
      r.order_start as "orderStart", r.ends as "end", r.mode, r.periods_per_week as "periodsPerWeek", r.minutes_per_period as "minutesPerPeriod", r.pay_days as "payDays",
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

export async function updateRound(db: DbOrTrx, id: number, round: NewRound): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set((eb) => ({ ...columns(round), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('round_facilities').where('round_id', '=', id).execute()
  await insertFacilities(db, id, round)
  return true
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

/** Number of pre-orders of each round, without drafts. */
export async function countPreOrders(db: DbOrTrx): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('preorders')
    .select((eb) => ['round_id as roundId', eb.fn.countAll<number>().as('count')])
    .where('state', '<>', 'draft')
    .groupBy('round_id')
    .execute()
  return new Map(rows.map(({ roundId, count }) => [roundId, count]))
}
