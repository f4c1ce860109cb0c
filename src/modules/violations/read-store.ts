import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { AppealState, PointKind, PointRemoval } from './rules.ts'

export type ReadAppeal = {
  state: AppealState
  text: string
  fileId: string | null
  sentAt: string
  decidedAt: string | null
  reason: string
}
export type ReadPoint = {
  id: string
  kind: PointKind
  orderNo: string
  /** Why staff gave it. */
  reason: string
  at: Date
  expiresAt: Date
  removedAt: Date | null
  removal: PointRemoval | null
  suspensionId: string | null
  /** The items that the point was given for. */
  items: { courtId: number; start: string; end: string }[]
  appeal: ReadAppeal | null
}

const itemsOf = sql`(
  select coalesce(json_agg(json_build_object('courtId', i.court_id, 'start', lower(i.during), 'end', upper(i.during)) order by lower(i.during), i.court_id), '[]')
  from order_items i where i.order_id = v.order_id and case v.kind
    when 'no-show' then i.day = v.day and i.missed_at is not null
    when 'late-cancel' then i.day = v.day and i.state = 'cancelled'
    when 'staff' then i.day = (select max(d.day) from order_items d where d.order_id = v.order_id and d.day <= v.day)
    else true end)`

const columns = sql`
  v.id, v.kind, o.order_no as "orderNo", v.reason, v.at, v.expires_at as "expiresAt", v.removed_at as "removedAt", v.removal, v.suspension_id as "suspensionId", ${itemsOf} as items,
  (select json_build_object('state', a.state, 'text', a.text, 'fileId', a.file_id, 'sentAt', a.sent_at, 'decidedAt', a.decided_at, 'reason', a.reason)
    from appeals a where a.violation_id = v.id) as appeal`

const pointsAtMost = 200

export async function findPoints(db: DbOrTrx, memberId: string): Promise<ReadPoint[]> {
  const { rows } = await sql<ReadPoint>`
    select ${columns} from violations v join orders o on o.id = v.order_id where v.member_id = ${memberId} order by v.at desc, v.id limit ${pointsAtMost}`.execute(
    db,
  )
  return rows
}

/** `reason`: of a suspension by staff; empty for one that points led to. */
export type Suspension = { id: string; from: Date; until: Date; days: number; reason: string; givenBy: string | null }

/** The current suspension, or the next. */
export async function findSuspension(db: DbOrTrx, memberId: string, now: Date): Promise<Suspension | undefined> {
  return db
    .selectFrom('suspensions')
    .select(['id', 'starts_at as from', 'ends_at as until', 'reason', 'given_by as givenBy'])
    .select(sql<number>`(extract(epoch from ends_at - starts_at) / 86400)::integer`.as('days'))
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .executeTakeFirst()
}

/** The id of an order of this member. */
export async function findOrderOf(db: DbOrTrx, memberId: string, orderNo: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return order?.id
}

export async function findPointAbout(db: DbOrTrx, id: string): Promise<{ orderNo: string } | undefined> {
  return db
    .selectFrom('violations')
    .innerJoin('orders', 'orders.id', 'violations.order_id')
    .select('orders.order_no as orderNo')
    .where('violations.id', '=', id)
    .executeTakeFirst()
}

/** Numbers of the orders that points were given for, each once. */
export async function findOrdersOfPoints(db: DbOrTrx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ orderNo: string }>`
    select distinct o.order_no as "orderNo" from violations v join orders o on o.id = v.order_id where v.id = any(${ids}::uuid[]) order by 1`.execute(
    db,
  )
  return rows.map(({ orderNo }) => orderNo)
}

/** `isTold`: the letter about the refund, or about the order that lapsed, says it. */
export type GivenPoint = { id: string; kind: PointKind; orderNo: string; reason: string; at: Date; expiresAt: Date; isTold: boolean }

/** The points among these that were not removed, in the order in which they were given. */
export async function findGiven(db: DbOrTrx, ids: string[]): Promise<GivenPoint[]> {
  const { rows } = await sql<GivenPoint>`
    select v.id, v.kind, o.order_no as "orderNo", v.reason, v.at, v.expires_at as "expiresAt",
      v.kind = 'late-cancel' or (v.kind = 'expired' and exists (select from order_items i where i.order_id = o.id and i.state = 'active')) as "isTold"
    from violations v join orders o on o.id = v.order_id where v.id = any (${ids}::uuid[]) and v.removed_at is null order by v.at, v.id`.execute(
    db,
  )
  return rows
}
