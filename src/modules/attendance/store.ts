import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { addDays, type Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { OrderState } from '#modules/orders/rules.ts'
import type { Locale } from '#i18n/locale.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import { forgetPlayersOfMember } from './player-store.ts'

/** Ids of items that occupy any of these spaces within a period, or were moved away from one; holds that can still lapse are left out. */
export async function findBookedItems(db: DbOrTrx, spaceIds: number[], within: Period): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct holder_id as id from occupancy
    where kind = 'order' and hold_until is null and space_id = any(${spaceIds}::integer[]) and during && tstzrange(${within.start}, ${within.end})
    union select item_id from item_moves where lower(from_during) >= ${within.start} and lower(from_during) < ${within.end}`.execute(db)
  return rows.map(({ id }) => id)
}

export type TicketItem = {
  itemId: string
  orderId: string
  memberId: string
  day: Day
  orderNo: string
  orderState: OrderState
  memberName: string
  contactName: string
  /** Who plays along. */
  players: string[]
  courtId: number
  start: Date
  end: Date
  state: 'active' | 'cancelled'
  checkedInAt: Date | null
  checkedInBy: string | null
  missedAt: Date | null
  parkedAt: Date | null
  /** Periods of before it was moved. */
  movedFrom: Period[]
}

export async function readTicketItem(db: DbOrTrx, itemId: string): Promise<TicketItem | undefined> {
  const { rows } = await sql<Omit<TicketItem, 'movedFrom'> & { movedFrom: { start: string; end: string }[] }>`
    select i.id as "itemId", o.id as "orderId", o.member_id as "memberId", i.day, i.checked_in_by as "checkedInBy", o.order_no as "orderNo", o.state as "orderState", m.name as "memberName", o.contact_name as "contactName", coalesce(p.names, '{}') as players, i.court_id as "courtId", lower(i.during) as start,
      upper(i.during) as "end", i.state, i.checked_in_at as "checkedInAt", i.missed_at as "missedAt", i.parked_at as "parkedAt",
      (select coalesce(json_agg(json_build_object('start', lower(v.from_during), 'end', upper(v.from_during))), '[]') from item_moves v where v.item_id = i.id) as "movedFrom"
    from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id left join order_players p on p.order_id = o.id where i.id = ${itemId}`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, movedFrom: row.movedFrom.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })) }
}

export type DayItem = Pick<
  TicketItem,
  'itemId' | 'orderNo' | 'orderState' | 'courtId' | 'start' | 'end' | 'state' | 'checkedInAt' | 'missedAt' | 'parkedAt' | 'players'
> & {
  name: string
}

/** Periods of these of people whose mobile ends so, or whose booking names such a phone. */
export async function findItemsOfMobile(db: DbOrTrx, itemIds: readonly string[], digits: string): Promise<string[]> {
  const ends = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g'), ${digits.length}::integer) = ${digits}`
  const { rows } = await sql<{ id: string }>`
    select i.id from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id
    where i.id = any(${itemIds}::uuid[]) and (${ends('m.mobile')} or ${ends('o.contact_phone')})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Everybody who is expected on a day, in the order of their periods, with those whose booking was cancelled after it was paid.
 * Around midnight also whoever is in since yesterday, and whoever may be let in for tomorrow.
 */
export async function listDayItems(db: DbOrTrx, day: Day, opensMinutes: number, now: Date): Promise<DayItem[]> {
  const { rows } = await sql<DayItem>`
    select i.id as "itemId", o.order_no as "orderNo", o.state as "orderState", coalesce(nullif(o.contact_name, ''), m.name) as name, i.court_id as "courtId",
      lower(i.during) as start, upper(i.during) as "end", i.state, i.checked_in_at as "checkedInAt", i.missed_at as "missedAt", i.parked_at as "parkedAt",
      coalesce(p.names, '{}') as players
    from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id left join order_players p on p.order_id = o.id
    where i.day between ${addDays(day, -1)} and ${addDays(day, 1)}
      and (i.day = ${day} or (upper(i.during) > ${now} and lower(i.during) <= ${now}::timestamptz + make_interval(mins => ${opensMinutes})))
      and (o.confirmed_at is not null or (o.state = 'awaiting-payment' and (o.pay_before is null or o.pay_before > ${now})))
    order by lower(i.during), i.court_id, i.id`.execute(db)
  return rows
}

/** A member has one feed: a new one replaces the address of the old. */
export async function writeFeed(db: DbOrTrx, memberId: string, tokenHash: string, now: Date): Promise<void> {
  const row = { token_hash: tokenHash, created_at: now }
  await db
    .insertInto('calendar_feeds')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

export async function removeFeed(db: DbOrTrx, memberId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('member_id', '=', memberId).execute()
}

export async function findFeed(db: DbOrTrx, memberId: string): Promise<{ createdAt: Date } | undefined> {
  return db.selectFrom('calendar_feeds').select('created_at as createdAt').where('member_id', '=', memberId).executeTakeFirst()
}

export async function findFeedOwner(db: DbOrTrx, tokenHash: string): Promise<{ memberId: string; locale: Locale } | undefined> {
  const owner = await db
    .selectFrom('calendar_feeds')
    .innerJoin('members', 'members.id', 'calendar_feeds.member_id')
    .select(['members.id as memberId', 'members.locale'])
    .where('token_hash', '=', tokenHash)
    .where(isOpen())
    .executeTakeFirst()
  return owner && { memberId: owner.memberId, locale: owner.locale as Locale }
}

/** Removes the calendar address of a member who closes their account, and the names of who played along. */
export async function forgetInAttendance(trx: Trx, leaving: LeavingMember): Promise<void> {
  await removeFeed(trx, leaving.id)
  // They know the addresses of the clubs for which they act.
  await sql`delete from calendar_feeds where member_id in (select club_id from club_people where person_id = ${leaving.id})`.execute(trx)
  await forgetPlayersOfMember(trx, leaving)
}
