import { sqlWords } from '#db/words.ts'
import { createHash } from 'node:crypto'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'
import type { Ending, Following, Merge, MergeSide } from './merge-rules.ts'
import type { FoundPerson } from '#modules/orders/person-search-store.ts'

/** Notes of colleagues about a double are about the kept member. */
export async function mergeInPeople(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('member_notes').set({ member_id: into }).where('member_id', '=', from).execute()
}

const countingPoints = (memberId: string, now: Date) => sql`
  (select count(*)::integer from violations v where v.member_id = ${memberId} and v.removed_at is null and v.suspension_id is null and v.expires_at > ${now})`

type SideRow = MergeSide & { mergedInto: string | null; isClosed: boolean }

async function readSides(db: DbOrTrx, ids: string[]): Promise<Map<string, SideRow>> {
  const { rows } = await sql<SideRow>`
    select m.id, m.name, coalesce(m.account, '') as account, coalesce(m.email, '') as email, m.mobile, m.is_guest as "isGuest",
      m.email_confirmed_at is not null as "isConfirmed", m.roles, ${sqlWords('i.name')} as identity,
      (select json_build_object('name', c.name, 'state', c.state) from communities c where c.member_id = m.id) as community,
      exists (select from identity_proofs p where p.member_id = m.id and p.state = 'under-review') as "hasOpenProof",
      exists (select from locker_rentals r where r.member_id = m.id and r.state in ('reserved', 'active')) as "hasLocker",
      exists (select from club_people r where r.club_id = m.id and r.person_id <> m.id) as "hasPeople",
      m.created_at as "createdAt", (select max(o.created_at) from orders o where o.member_id = m.id) as "lastOrderAt",
      m.merged_into as "mergedInto", m.closed_at is not null as "isClosed"
    from members m join identities i on i.id = m.identity_id where m.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function readFollowing(db: DbOrTrx, id: string, now: Date): Promise<{ follows: Following; ends: Ending }> {
  const ofOrders = (what: ReturnType<typeof sql>) =>
    sql`(select ${what} from orders o join ledger l on l.order_id = o.id where o.member_id = ${id})`
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::integer from ${from})`
  const { rows } = await sql<Following & Ending>`
    select ${count(sql`orders where member_id = ${id}`)} as orders,
      ${count(sql`order_items i join orders o on o.id = i.order_id where i.member_id = ${id} and i.state = 'active' and lower(i.during) > ${now}
        and (o.state in ('confirmed', 'checked-in') or (o.state = 'awaiting-payment' and o.pay_before > ${now}))`)} as coming,
      ${ofOrders(sql`coalesce(sum(l.amount) filter (where l.amount > 0), 0)::integer`)} as paid,
      ${ofOrders(sql`coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::integer`)} as "givenBack",
      (select coalesce(sum(d.amount), 0)::integer from refunds_due d join orders o on o.id = d.order_id
        where o.member_id = ${id} and d.done_at is null) as owed,
      ${count(sql`preorders where member_id = ${id}`)} as "preOrders",
      ${countingPoints(id, now)} as points,
      exists (select from suspensions where member_id = ${id} and lifted_at is null and ends_at > ${now}) as "isSuspended",
      ${count(sql`locker_rentals where member_id = ${id}`)} as lockers,
      ${count(sql`identity_proofs where member_id = ${id}`)} as proofs,
      ${count(sql`reports where member_id = ${id}`)} as reports,
      ${count(sql`ratings where member_id = ${id}`)} as ratings,
      ${count(sql`member_notes where member_id = ${id} and removed_at is null`)} as notes,
      ${count(sql`files where owner_id = ${id} and kept_at is not null`)} as files,
      ${count(sql`sessions where member_id = ${id} and ended_at is null and expires_at > ${now}`)} as sessions,
      ${count(sql`passkeys where member_id = ${id}`)} as passkeys,
      ${count(sql`calendar_feeds where member_id = ${id}`)} as calendars`.execute(db)
  const { sessions, passkeys, calendars, ...follows } = rows[0]!
  return { follows, ends: { sessions, passkeys, calendars } }
}

/** Both rows with what follows; `merged`: the double was merged into this member before; undefined: one of them is not there. */
export async function readMerge(db: DbOrTrx, { from, into }: Merging, now: Date): Promise<Merge | 'merged' | 'gone' | undefined> {
  const sides = await readSides(db, [from, into])
  const [kept, double] = [sides.get(into), sides.get(from)]
  if (!kept || !double) return undefined
  if (double.mergedInto === into) return 'merged'
  if (kept.mergedInto !== null || double.mergedInto !== null) return 'gone'
  if (kept.isClosed || double.isClosed) return undefined
  const { rows } = await sql<{ points: number }>`select ${countingPoints(into, now)} as points`.execute(db)
  return { kept: side(kept), double: side(double), ...(await readFollowing(db, from, now)), keptPoints: rows[0]!.points }
}

const side = ({ mergedInto: _, isClosed: __, ...shown }: SideRow): MergeSide => shown

/** Changes when something changes that was shown before merging. Devices that log in and hours that pass do not count. */
export function revisionOf({ kept, double, follows: { coming: _, ...follows }, keptPoints }: Merge): string {
  return createHash('sha256')
    .update(JSON.stringify([kept, double, follows, keptPoints]))
    .digest('base64url')
    .slice(0, 22)
}

export type LikelyDouble = Omit<FoundPerson, 'orderNo'> & { because: ('mobile' | 'email' | 'name')[] }

const likelyAtMost = 8

/** Other people with the same mobile, address or name, those with most in common first. Each way has its index. */
export async function findDoubles(db: DbOrTrx, id: string): Promise<LikelyDouble[]> {
  const { rows } = await sql<LikelyDouble>`
    with me as (select id, mobile, lower(email) as email, lower(name) as name from members where id = ${id} and closed_at is null),
      found as (
        (select o.id, 'mobile' as why from members o, me where o.closed_at is null and o.mobile <> '' and o.mobile = me.mobile limit 50)
        union all (select o.id, 'email' from members o, me where o.closed_at is null and lower(o.email) = me.email and me.email <> '' limit 50)
        union all (select o.id, 'name' from members o, me where o.closed_at is null and lower(o.name) = me.name limit 50)
      )
    select m.id, m.name, coalesce(m.account, '') as account, coalesce(m.email, '') as email, m.mobile, m.is_guest as "isGuest", f.because
    from (select id, array_agg(distinct why order by why) as because from found where id <> ${id} group by id) as f join members m on m.id = f.id
    where m.roles = '{}' order by cardinality(f.because) desc, m.created_at desc limit ${likelyAtMost}`.execute(db)
  return rows
}

/** Guests with this mobile who have booked since then, in the order of their ids. */
export async function findGuestsToClaim(db: DbOrTrx, mobile: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from members g
    where ${mobile} <> '' and g.mobile = ${mobile} and g.is_guest and g.closed_at is null
      and exists (select from orders o where o.member_id = g.id and o.created_at > ${since})
    order by g.id`.execute(db)
  return rows.map(({ id }) => id)
}
