import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import { sql } from 'kysely'
import type { Affected } from './effect-store.ts'
import type { ClosureCause, ClosureChoice, ClosureItemState, ClosurePlan, ClosureState } from './rules.ts'

export type NewClosure = ClosurePlan &
  ClosureWords & { id: string; cause: ClosureCause; choice: ClosureChoice; key: string; hash: string; by: string }

export async function insertClosure(trx: Trx, closure: NewClosure, now: Date): Promise<void> {
  const { id, facilityIds, courtIds, fromDay, toDay, fromMinute, toMinute, weekdays, cause, choice, reason, words, key, hash, by } = closure
  await sql`
    insert into closures (id, facility_id, court_ids, from_day, to_day, from_minute, to_minute, weekdays, cause, choice, reason_tw, reason_en, words_tw, words_en, state, request_key, request_hash, created_by, created_at)
    values (${id}, ${Math.min(...facilityIds)}, ${courtIds}, ${fromDay}, ${toDay}, ${fromMinute}, ${toMinute}, ${weekdays}, ${cause}, ${choice}, ${reason.tw}, ${reason.en}, ${words.tw}, ${words.en},
      'running', ${key}, ${hash}, ${by}, ${now})`.execute(trx)
}

/** The closure that this person has started with this idempotency key. */
export async function findByKey(db: DbOrTrx, by: string, key: string): Promise<{ id: string; hash: string } | undefined> {
  return db
    .selectFrom('closures')
    .select(['id', 'request_hash as hash'])
    .where('created_by', '=', by)
    .where('request_key', '=', key)
    .executeTakeFirst()
}

/** Adds bookings that are to be cancelled; those that the closure has already stay as they are. Answers how many are new. */
export async function insertItems(trx: Trx, closureId: string, items: Affected[]): Promise<number> {
  const rows = items.map(({ holderId, kind, orderId, memberId, courtId, start, end, isClub }) => ({
    holderId,
    kind,
    pieceId: orderId ?? holderId,
    orderId,
    memberId,
    courtId,
    start,
    end,
    isClub,
  }))
  const added = await sql`
    insert into closure_items (closure_id, holder_id, kind, piece_id, order_id, member_id, court_id, during, is_club)
    select ${closureId}, r."holderId", r.kind, r."pieceId", r."orderId", r."memberId", r."courtId", tstzrange(r.start, r."end"), r."isClub"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("holderId" uuid, kind text, "pieceId" uuid, "orderId" uuid, "memberId" uuid, "courtId" integer, start timestamptz, "end" timestamptz, "isClub" boolean)
    on conflict do nothing`.execute(trx)
  return Number(added.numAffectedRows)
}

export async function listRunning(db: DbOrTrx): Promise<string[]> {
  const rows = await db.selectFrom('closures').select('id').where('state', '=', 'running').orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export type ClosureBlock = Period & { id: string; kind: 'block' | 'closure'; facilityId: number }
export type LockedClosure = {
  id: string
  /** All that it closed, also those that have been opened again. */
  facilityIds: number[]
  state: ClosureState
  version: number
  choice: ClosureChoice
  createdBy: string
  /** Those in force: facilities are opened again one by one, or all together. */
  blocks: ClosureBlock[]
}
type ClosureRow = Omit<LockedClosure, 'blocks' | 'facilityIds'>

/**
 * Locks a closure until the end of the transaction. `skipLocked`: undefined while another process settles it, so that a piece is
 * settled by one process at a time; without it, waits for that piece.
 */
export async function lockClosure(trx: Trx, id: string, { skipLocked = false } = {}): Promise<LockedClosure | undefined> {
  const columns = sql`c.id, c.state, c.version, c.choice, c.created_by as "createdBy"`
  const locked = skipLocked
    ? sql<ClosureRow>`select ${columns} from closures c where c.id = ${id} for no key update of c skip locked`
    : sql<ClosureRow>`select ${columns} from closures c where c.id = ${id} for no key update of c`
  const { rows } = await locked.execute(trx)
  if (!rows[0]) return undefined
  const blocks = await sql<ClosureBlock & { isLifted: boolean }>`
    select id, kind, facility_id as "facilityId", lower(during) as start, upper(during) as "end", lifted_at is not null as "isLifted"
    from blocks where closure_id = ${id} order by facility_id, lower(during), id`.execute(trx)
  const facilityIds = [...new Set(blocks.rows.map(({ facilityId }) => facilityId))]
  return { ...rows[0], facilityIds, blocks: blocks.rows.filter(({ isLifted }) => !isLifted) }
}

export type Piece = { pieceId: string; orderId: string | null; holders: string[] }

/** The next bookings to cancel together: all of one order, or one date of a pre-order. Those that failed come last. */
export async function nextPiece(trx: Trx, closureId: string): Promise<Piece | undefined> {
  const { rows } = await sql<Piece>`
    select piece_id as "pieceId", order_id as "orderId", array_agg(holder_id order by holder_id) as holders
    from closure_items where closure_id = ${closureId} and state = 'waiting'
    group by piece_id, order_id order by max(tries), piece_id limit 1`.execute(trx)
  return rows[0]
}

export type Settled = { holderId: string; state: ClosureItemState; owed: number }

export async function writeSettled(trx: Trx, closureId: string, settled: Settled[], now: Date): Promise<void> {
  await sql`
    update closure_items i set state = s.state, owed = s.owed, failure = null, settled_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s ("holderId" uuid, state text, owed integer)
    where i.closure_id = ${closureId} and i.holder_id = s."holderId"`.execute(trx)
}

/** Writes why a piece could not be settled; after the last try it is left out. */
export async function writeFailure(db: DbOrTrx, closureId: string, pieceId: string, failure: string, most: number): Promise<void> {
  await sql`
    update closure_items set tries = tries + 1, failure = ${failure}, state = case when tries + 1 >= ${most} then 'failed' else state end
    where closure_id = ${closureId} and piece_id = ${pieceId} and state = 'waiting'`.execute(db)
}

/** Bookings that failed are tried again; answers how many. */
export async function retryFailed(trx: Trx, closureId: string): Promise<number> {
  const retried = await sql`
    update closure_items set state = 'waiting', tries = 0 where closure_id = ${closureId} and state = 'failed'`.execute(trx)
  return Number(retried.numAffectedRows)
}

/** Bookings that were not cancelled yet stay; answers them. `holders`: only these. */
export async function keepWaiting(trx: Trx, closureId: string, holders: string[] | null, now: Date): Promise<string[]> {
  const { rows } = await sql<{ holderId: string }>`
    update closure_items set state = 'kept', settled_at = ${now} 
    where closure_id = ${closureId} and state in ('waiting', 'failed') and (${holders}::uuid[] is null or holder_id = any(${holders}::uuid[]))
    returning holder_id as "holderId"`.execute(trx)
  return rows.map(({ holderId }) => holderId)
}

export type LostBooking = { memberId: string; courtId: number; period: Period }

/** What a closure has cancelled in these facilities and is still to come, of members with an account: the first booked first. */
export async function readLostBookings(trx: Trx, closureId: string, facilityIds: number[], now: Date): Promise<LostBooking[]> {
  const { rows } = await sql<{ memberId: string; courtId: number; start: Date; end: Date }>`
    select i.member_id as "memberId", i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end"
    from closure_items i join members m on m.id = i.member_id and m.account is not null and m.closed_at is null
    join courts c on c.id = i.court_id and c.facility_id = any(${facilityIds}::integer[])
    left join orders o on o.id = i.order_id
    where i.closure_id = ${closureId} and i.state = 'cancelled' and lower(i.during) > ${now}
    order by o.created_at, i.holder_id`.execute(trx)
  return rows.map(({ memberId, courtId, start, end }) => ({ memberId, courtId, period: { start, end } }))
}

export type LostByGuest = { itemId: string; orderId: string; courtId: number; period: Period }

/** The same of guests, who have no account, where no other block has the floor. */
export async function readLostByGuests(trx: Trx, closureId: string, facilityIds: number[], now: Date): Promise<LostByGuest[]> {
  const { rows } = await sql<Omit<LostByGuest, 'period'> & Period>`
    select i.holder_id as "itemId", i.order_id as "orderId", i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end"
    from closure_items i join members m on m.id = i.member_id and m.is_guest and m.closed_at is null
    join courts c on c.id = i.court_id and c.facility_id = any(${facilityIds}::integer[]) and c.retired_at is null
    where i.closure_id = ${closureId} and i.state = 'cancelled' and i.order_id is not null and lower(i.during) > ${now}
      and not exists (select from blocks l where l.facility_id = c.facility_id and l.during && i.during and l.lifted_at is null
        and (l.court_id is null or exists (select from court_spaces x join court_spaces y on y.space_id = x.space_id where x.court_id = l.court_id and y.court_id = c.id)))
    order by i.holder_id`.execute(trx)
  return rows.map(({ start, end, ...lost }) => ({ ...lost, period: { start, end } }))
}

export async function countFailed(db: DbOrTrx, closureId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from closure_items where closure_id = ${closureId} and state = 'failed'`.execute(db)
  return rows[0]!.count
}

export async function markRunning(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('closures').set({ state: 'running', finished_at: null }).where('id', '=', id).execute()
}

export async function markDone(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('closures').set({ state: 'done', finished_at: now }).where('id', '=', id).execute()
}

/** Lifts these blocks of a closure, and the closure with the last of them. */
export async function markClosureLifted(trx: Trx, id: string, blockIds: string[], by: string, now: Date): Promise<void> {
  await trx.updateTable('blocks').set({ lifted_at: now }).where('id', 'in', blockIds).where('lifted_at', 'is', null).execute()
  await sql`
    update closures set state = 'lifted', lifted_at = ${now}, lifted_by = ${by}
    where id = ${id} and not exists (select from blocks where closure_id = ${id} and lifted_at is null)`.execute(trx)
}

/** The words of a closure; on its blocks too, which members' pages show. */
export async function writeWords(trx: Trx, id: string, { reason, words }: ClosureWords): Promise<void> {
  await sql`
    update closures set reason_tw = ${reason.tw}, reason_en = ${reason.en}, words_tw = ${words.tw}, words_en = ${words.en}, version = version + 1 where id = ${id}`.execute(
    trx,
  )
  await trx.updateTable('blocks').set({ reason_tw: reason.tw, reason_en: reason.en }).where('closure_id', '=', id).execute()
}

/** In which words people are told; undefined when there is no such closure. */
export async function readWords(db: DbOrTrx, id: string): Promise<ClosureWords | undefined> {
  const row = await db
    .selectFrom('closures')
    .select(['reason_tw', 'reason_en', 'words_tw', 'words_en'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { reason: { tw: row.reason_tw, en: row.reason_en }, words: { tw: row.words_tw, en: row.words_en } }
}

/** A double's bookings in closures are the kept member's. Who started or lifted a closure stays as it was. */
export async function mergeInClosures(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('closure_items').set({ member_id: into }).where('member_id', '=', from).execute()
  await trx.updateTable('closure_offers').set({ member_id: into }).where('member_id', '=', from).execute()
}
