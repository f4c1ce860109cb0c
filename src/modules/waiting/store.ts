import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { dayOf } from '#lib/zone.ts'
import { pricedIdentity } from '#modules/accounts/identity-store.ts'
import { lockMembers } from '#modules/accounts/merge-store.ts'
import { sql } from 'kysely'
import { awaitUntil, stopAwaiting } from '#modules/availability/waiting-store.ts'
import type { PassReason, Wish, Wished } from './rules.ts'

/** Columns of a wish as the rules know it. */
const asWish = sql`
  w.id, w.number::integer as number, w.member_id as "memberId", w.sport, w.facility_id as "facilityId", w.court_id as "courtId", to_char(w.day, 'YYYY-MM-DD') as day,
  w.from_minute as "from", w.to_minute as "to", w.minutes, w.courts, w.not_after as "notAfter",
  w.had_it_before as "hadItBefore"`

/** Whether this member has this wish already, and how many open ones. To be asked behind the lock on the member. */
export async function readOpenWishes(
  db: DbOrTrx,
  memberId: string,
  wished: Wished,
  now: Date,
): Promise<{ open: number; same: string | null }> {
  const { rows } = await sql<{ open: number; same: string | null }>`
    select count(*) filter (where not had_it_before)::integer as open,
      min(id::text) filter (where sport = ${wished.sport} and facility_id is not distinct from ${wished.facilityId} and court_id is not distinct from ${wished.courtId}
        and day = ${wished.day}::date and from_minute = ${wished.from} and to_minute = ${wished.to} and minutes = ${wished.minutes} and courts = ${wished.courts}) as same
    from wishes where member_id = ${memberId} and state = 'open' and not_after > ${now}`.execute(db)
  return rows[0]!
}

export async function insertWish(trx: Trx, wish: Omit<Wish, 'number'>, now: Date): Promise<void> {
  await trx
    .insertInto('wishes')
    .values({
      id: wish.id,
      member_id: wish.memberId,
      sport: wish.sport,
      facility_id: wish.facilityId,
      court_id: wish.courtId,
      day: wish.day,
      from_minute: wish.from,
      to_minute: wish.to,
      minutes: wish.minutes,
      courts: wish.courts,
      not_after: wish.notAfter,
      had_it_before: wish.hadItBefore,
      state: 'open',
      created_at: now,
      changed_at: now,
    })
    .execute()
}

/** Withdraws an open wish; false when it is not open, or not this member's. */
export async function withdrawWishRow(trx: Trx, id: string, memberId: string, now: Date): Promise<boolean> {
  const done = await trx
    .updateTable('wishes')
    .set({ state: 'withdrawn', changed_at: now })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return Number(done.numUpdatedRows) === 1
}

/** Takes a member's own wish for the same out of the line: a better place is about to take its place. */
export async function withdrawSameWish(trx: Trx, memberId: string, wished: Wished, now: Date): Promise<void> {
  const { same } = await readOpenWishes(trx, memberId, wished, now)
  if (same === null || !(await withdrawWishRow(trx, same, memberId, now))) return
  await stopAwaiting(trx, [same])
}

/**
 * Of several open wishes of a member for the same, leaves the one that is served first, until the latest moment that any of them
 * named, and withdraws the others. To be called behind the locks on the members.
 */
export async function joinSameWishes(trx: Trx, memberIds: string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; isFirst: boolean; until: Date }>`
    select id, place = 1 as "isFirst", until from (
      select id, count(*) over same as several, row_number() over (same order by not had_it_before, number) as place, max(not_after) over same as until
      from wishes where member_id = any(${memberIds}::uuid[]) and state = 'open' and not_after > ${now}
      window same as (partition by member_id, sport, facility_id, court_id, day, from_minute, to_minute, minutes, courts)) as w
    where several > 1`.execute(trx)
  for (const { id, isFirst, until } of rows) {
    if (isFirst) {
      await trx.updateTable('wishes').set({ not_after: until }).where('id', '=', id).where('state', '=', 'open').execute()
      await awaitUntil(trx, id, until)
    } else {
      await trx
        .updateTable('wishes')
        .set({ state: 'withdrawn', changed_at: now })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .execute()
      await stopAwaiting(trx, [id])
    }
  }
}

/** The line for freed floor: open wishes that wait for some of what is held, but for those that were refused this floor. Whoever had it before comes first, then the earliest. */
export async function readLine(trx: Trx, freedId: string, now: Date): Promise<Wish[]> {
  const { rows } = await sql<Wish>`
    select ${asWish} from wishes w
    where w.state = 'open' and w.not_after > ${now}
      and w.id in (select a.wish_id from occupancy o join awaited_spaces a on a.space_id = o.space_id and a.during && o.during and a.until > ${now} where o.holder_id = ${freedId})
      and not exists (select from wish_passes p where p.wish_id = w.id and p.freed_id = ${freedId} and p.refused)
    order by not w.had_it_before, w.number`.execute(trx)
  return rows
}

/** The offering lock: decisions about freed floor are made one after the other, in whichever process, in the order of the line. */
export async function lockOffering(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-offering'))`.execute(trx)
}

/** Locks an open wish; false when it was withdrawn meanwhile. */
export async function lockOpenWish(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('wishes').select('id').where('id', '=', id).where('state', '=', 'open').forUpdate().executeTakeFirst()
  return row !== undefined
}

export async function markOffered(trx: Trx, id: string, orderNo: string, now: Date): Promise<void> {
  await sql`
    update wishes set state = 'offered', changed_at = ${now}, order_id = (select id from orders where order_no = ${orderNo}) where id = ${id}`.execute(
    trx,
  )
}

export type Refused = 'over_quota' | 'suspended' | 'desk_orders_open' | 'not_bookable'
export type NewPass = {
  wishId: string
  freedId: string
  courtId: number
  period: Period
  why: PassReason | Refused
  refused: boolean
  detail?: object
}

/** Writes why wishes were passed over; a wish is passed over once for the same freed floor. */
export async function insertPasses(trx: Trx, passes: NewPass[], now: Date): Promise<void> {
  for (const { wishId, freedId, courtId, period, why, refused, detail } of passes)
    await sql`
      insert into wish_passes (wish_id, freed_id, at, court_id, during, why, refused, detail)
      values (${wishId}, ${freedId}, ${now}, ${courtId}, tstzrange(${period.start}, ${period.end}), ${why}, ${refused}, ${detail ? JSON.stringify(detail) : null}::jsonb)
      on conflict (wish_id, freed_id) do update set at = excluded.at, court_id = excluded.court_id, during = excluded.during, why = excluded.why,
        refused = excluded.refused, detail = excluded.detail where excluded.refused`.execute(trx)
}

/** Whether the member was told of a refusal like this before: the same reason is told once. */
export async function wasRefused(trx: Trx, wishId: string, why: Refused): Promise<boolean> {
  const { rows } = await sql`select from wish_passes where wish_id = ${wishId} and refused and why = ${why} limit 1`.execute(trx)
  return rows.length > 0
}

/** Who a wish is for: the identity that prices count by today, and how to reach them. Undefined when the account is closed. */
export async function readWisher(
  db: DbOrTrx,
  memberId: string,
  now: Date,
): Promise<{ identityId: number; name: string; mobile: string } | undefined> {
  const { rows } = await sql<{ identityId: number; name: string; mobile: string | null }>`
    select ${pricedIdentity(dayOf(now))} as "identityId", m.name, b.mobile
    from priced_members m join members b on b.id = m.id where m.id = ${memberId} and m.closed_at is null`.execute(db)
  const [row] = rows
  return row && { ...row, mobile: row.mobile ?? '' }
}

const wasTakenAway = (now: Date) =>
  sql`o.id = w.order_id and o.state = 'venue-cancelled' and o.confirmed_at is null and w.not_after > ${now}`

/** Members with wishes to reopen. */
export async function listToReopen(db: DbOrTrx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct w.member_id as id from wishes w join orders o on ${wasTakenAway(now)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Wishes of these members that were offered something that the centre then took away, before it was paid: they wait again, in their old place.
 * Locks their members, who may be wishing for the same again.
 */
export async function reopenWishes(trx: Trx, memberIds: string[], now: Date): Promise<Wish[]> {
  await lockMembers(trx, memberIds)
  const { rows } = await sql<Wish>`
    update wishes w set state = 'open', order_id = null, changed_at = ${now}
    from orders o where w.member_id = any(${memberIds}::uuid[]) and ${wasTakenAway(now)}
    returning ${asWish}`.execute(trx)
  return rows
}

export async function deleteOldWishes(db: Db, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from wishes where id in (select id from wishes where not_after < ${before} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}
