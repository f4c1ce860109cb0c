import type { DbOrTrx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { aspects, ratableDays, ratingsToShow, visitedStates, type Aspect, type Aspects } from './rules.ts'

export type NewRating = {
  id: string
  memberId: string
  visit: { orderId: string; facilityId: number } | undefined
  day: Day
  stars: number
  aspects: Aspects
  comment: string
}

/** False when it is rated already; unique constraints decide between concurrent calls. */
export async function insertRating(db: DbOrTrx, rating: NewRating, now: Date): Promise<boolean> {
  const written = await db
    .insertInto('ratings')
    .values({
      id: rating.id,
      member_id: rating.memberId,
      order_id: rating.visit?.orderId ?? null,
      facility_id: rating.visit?.facilityId ?? null,
      day: rating.day,
      stars: rating.stars,
      cleanliness: rating.aspects.cleanliness ?? null,
      equipment: rating.aspects.equipment ?? null,
      staff: rating.aspects.staff ?? null,
      value: rating.aspects.value ?? null,
      comment: rating.comment,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type Visit = { orderId: string; orderNo: string; state: OrderState; lastEnd: Date | null; facilityId: number | null }

/** An order as a visit: its first court and its end. Another member's is not found. */
export async function findVisit(db: DbOrTrx, memberId: string, orderNo: string): Promise<Visit | undefined> {
  const { rows } = await sql<Visit>`
    select o.id as "orderId", o.order_no as "orderNo", o.state,
      (select max(upper(i.during)) from order_items i where i.order_id = o.id and i.state = 'active') as "lastEnd",
      (select c.facility_id from order_items i join courts c on c.id = i.court_id where i.order_id = o.id order by i.state, lower(i.during), i.court_id limit 1) as "facilityId"
    from orders o where o.order_no = ${orderNo} and o.member_id = ${memberId}`.execute(db)
  return rows[0]
}

export type Ratable = { orderNo: string; courtId: number; start: Date; end: Date; more: number }

const visited = sql`o.state = any(${[...visitedStates]}::text[])`

/** Visits that can be rated, latest first. */
export async function findRatable(db: DbOrTrx, memberId: string, limit: number, now: Date): Promise<Ratable[]> {
  const { rows } = await sql<Ratable>`
    select o.order_no as "orderNo", v."courtId", v.start, v."end", v.count - 1 as more
    from orders o
    join lateral (
      select (array_agg(i.court_id order by lower(i.during), i.court_id))[1] as "courtId", min(lower(i.during)) as start,
        (array_agg(upper(i.during) order by lower(i.during), i.court_id))[1] as "end", max(upper(i.during)) as last, count(*) as count
      from order_items i where i.order_id = o.id and i.state = 'active') as v on v.count > 0
    where o.member_id = ${memberId} and ${visited} and v.last <= ${now} and v.last > ${now}::timestamptz - make_interval(days => ${ratableDays})
      and not exists (select from ratings r where r.order_id = o.id)
    order by v.last desc, o.order_no limit ${limit}`.execute(db)
  return rows
}

/** What a member has said of visits that could be rated otherwise; a rating is younger than its visit. */
export async function readRated(db: DbOrTrx, memberId: string, now: Date): Promise<{ orderNo: string; stars: number }[]> {
  const { rows } = await sql<{ orderNo: string; stars: number }>`
    select o.order_no as "orderNo", r.stars from ratings r join orders o on o.id = r.order_id
    where r.member_id = ${memberId} and r.created_at > ${now}::timestamptz - make_interval(days => ${ratableDays})
    order by r.created_at desc, o.order_no`.execute(db)
  return rows
}

export async function hasRatedCentre(db: DbOrTrx, memberId: string, day: Day): Promise<boolean> {
  const row = await db
    .selectFrom('ratings')
    .select('id')
    .where('member_id', '=', memberId)
    .where('day', '=', day)
    .where('order_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export type Average = { stars: number; count: number; aspects: Record<Aspect, number | null> }

/** Average to one decimal; undefined below the minimum number of ratings, for each aspect too. */
export async function readAverage(db: DbOrTrx, facilityId: number): Promise<Average | undefined> {
  const each = sql.join(
    aspects.map(
      (one) => sql`${sql.lit(one)}, case when count(${sql.ref(one)}) >= ${ratingsToShow} then round(avg(${sql.ref(one)}), 1) end`,
    ),
  )
  const { rows } = await sql<Average>`
    select round(avg(stars), 1)::float8 as stars, count(*)::integer as count, json_build_object(${each}) as aspects
    from ratings where facility_id = ${facilityId} having count(*) >= ${ratingsToShow}`.execute(db)
  return rows[0]
}

export type Invited = { orderId: string; orderNo: string; memberId: string; facilityId: number }

/** Orders whose visit ended within this time, and whose members were neither invited nor have rated it. */
export async function listUninvited(db: DbOrTrx, ended: { from: Date; before: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
    where ${visited}
      and exists (select from order_items i where i.order_id = o.id and i.state = 'active' and upper(i.during) > ${ended.from} and upper(i.during) <= ${ended.before})
      and not exists (select from order_items i where i.order_id = o.id and i.state = 'active' and upper(i.during) > ${ended.before})
      and not exists (select from rating_invitations v where v.order_id = o.id)
      and not exists (select from ratings r where r.order_id = o.id)
    order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks those of the orders that were not invited yet, and answers whom to invite, in one statement, so that concurrent jobs invite once. */
export async function takeUninvited(db: DbOrTrx, orderIds: string[], now: Date): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    with asked as (
      insert into rating_invitations (order_id, at) select o.id, ${now} from orders o where o.id = any(${orderIds}::uuid[])
      on conflict do nothing returning order_id
    )
    select o.id as "orderId", o.order_no as "orderNo", o.member_id as "memberId",
      (select c.facility_id from order_items i join courts c on c.id = i.court_id where i.order_id = o.id and i.state = 'active' order by lower(i.during), i.court_id limit 1) as "facilityId"
    from asked a join orders o on o.id = a.order_id`.execute(db)
  return rows
}

export type ReadRating = Aspects & {
  id: string
  orderNo: string | null
  facilityId: number | null
  stars: number
  comment: string
  memberName: string
  createdAt: Date
}

export type RatingFilter = {
  facilityId?: number | undefined
  atMost?: number | undefined
  memberId?: string
  /** Given in this time. */
  within?: { from: Date | undefined; before: Date | undefined }
  /** Words of the comment. */
  keyword?: string | undefined
  isWritten?: boolean
  page: number
  pageSize: number
}

export async function findRatings(
  db: DbOrTrx,
  filter: RatingFilter,
): Promise<{ ratings: ReadRating[]; total: number; average: number | null; byStars: number[] }> {
  const where = ratingsWhere(filter)
  const { rows } = await sql<ReadRating>`
    select r.id, o.order_no as "orderNo", r.facility_id as "facilityId", r.stars, r.cleanliness, r.equipment, r.staff, r.value, r.comment, m.name as "memberName", r.created_at as "createdAt"
    from ratings r join members m on m.id = r.member_id left join orders o on o.id = r.order_id
    where ${where} order by r.created_at desc, r.id limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db)
  const counted = await sql<{ total: number; average: number | null; byStars: number[] }>`
    select count(*)::integer as total, round(avg(r.stars), 2)::float8 as average,
      array[${sql.join([1, 2, 3, 4, 5].map((stars) => sql`count(*) filter (where r.stars = ${sql.lit(stars)})::integer`))}] as "byStars"
    from ratings r where ${where}`.execute(db)
  return { ratings: rows, ...counted.rows[0]! }
}

function ratingsWhere({ facilityId, atMost, memberId, within, keyword, isWritten }: RatingFilter): RawBuilder<unknown> {
  const like = keyword ? `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined
  const all = [
    facilityId !== undefined && sql`r.facility_id = ${facilityId}`,
    atMost !== undefined && sql`r.stars <= ${atMost}`,
    memberId !== undefined && sql`r.member_id = ${memberId}`,
    within?.from !== undefined && sql`r.created_at >= ${within.from}`,
    within?.before !== undefined && sql`r.created_at < ${within.before}`,
    like !== undefined && sql`r.comment ilike ${like}`,
    isWritten === true && sql`r.comment <> ''`,
  ]
  return sql.join([sql`true`, ...all.filter((one) => one !== false)], sql` and `)
}
