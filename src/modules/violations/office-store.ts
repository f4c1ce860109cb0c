import type { DbOrTrx } from '#db/connect.ts'
import type { Channel, MessageState } from '#modules/notifications/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import type { AppealState, PointKind, PointRemoval, PointStatus } from './rules.ts'

export type ListedPoint = {
  id: string
  /** Microseconds since 1970, as the cursor needs them. */
  micros: string
  memberId: string
  memberName: string
  kind: PointKind
  orderNo: string
  reason: string
  at: Date
  expiresAt: Date
  removedAt: Date | null
  removal: PointRemoval | null
  removedBy: string | null
  removedReason: string
  suspensionId: string | null
  appeal: AppealState | null
  appealedAt: Date | null
  decidedBy: string | null
}

/** SQL: the reason that staff gave for withdrawing the point of this name; the audit log has it. */
export const reasonOfRemoval = (point: RawBuilder<unknown>) => sql`coalesce((
  select g.note from audit_log g where g.action = 'point.withdrawn' and g.at = ${point}.removed_at and g.member_id = ${point}.removed_by limit 1), '')`

const columns = sql`
  v.id, (extract(epoch from v.at) * 1000000)::bigint::text as micros, v.member_id as "memberId", m.name as "memberName", v.kind, o.order_no as "orderNo", v.reason,
  v.at, v.expires_at as "expiresAt", v.removed_at as "removedAt", v.removal, r.name as "removedBy", ${reasonOfRemoval(sql`v`)} as "removedReason", v.suspension_id as "suspensionId",
  a.state as appeal, a.sent_at as "appealedAt", d.name as "decidedBy"`
const from = sql`
  violations v join members m on m.id = v.member_id join orders o on o.id = v.order_id left join appeals a on a.violation_id = v.id
  left join members r on r.id = v.removed_by left join members d on d.id = a.decided_by`

const appealsAtMost = 200

/** Points with an open appeal, the oldest appeal first, and how many there are. */
export async function findAppealed(db: DbOrTrx): Promise<(ListedPoint & { count: number })[]> {
  const { rows } = await sql<ListedPoint & { count: number }>`
    select ${columns}, count(*) over ()::integer as count from ${from} where a.state = 'open' order by a.sent_at, a.id limit ${appealsAtMost}`.execute(
    db,
  )
  return rows
}

export type PointFilter = {
  status?: PointStatus | undefined
  kind?: PointKind | undefined
  appeal?: AppealState | undefined
  /** Code of a facility. */
  facility?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  person?: string | undefined
  /** The start of an order number, or a part of a name. */
  words?: string | undefined
}

const conditionsOf = ({ status, kind, appeal, facility, since, until, person, words }: PointFilter, now: Date): RawBuilder<unknown>[] => [
  sql`true`,
  ...(status === undefined ? [] : [statusIs(status, now)]),
  ...(kind === undefined ? [] : [sql`v.kind = ${kind}`]),
  ...(appeal === undefined ? [] : [sql`a.state = ${appeal}`]),
  ...(facility === undefined ? [] : [isAt(facility)]),
  ...(since === undefined ? [] : [sql`v.at >= ${since}`]),
  ...(until === undefined ? [] : [sql`v.at < ${until}`]),
  ...(person === undefined ? [] : [sql`v.member_id = ${person}::uuid`]),
  ...(words === undefined
    ? []
    : [sql`(starts_with(o.order_no, ${words.toUpperCase()}) or strpos(lower(m.name), ${words.toLowerCase()}) > 0)`]),
]

const statusIs = (status: PointStatus, now: Date): RawBuilder<unknown> =>
  ({
    removed: sql`v.removed_at is not null`,
    expired: sql`v.removed_at is null and v.expires_at <= ${now}`,
    used: sql`v.removed_at is null and v.expires_at > ${now} and v.suspension_id is not null`,
    counts: sql`v.removed_at is null and v.expires_at > ${now} and v.suspension_id is null`,
  })[status]

const isAt = (facility: string): RawBuilder<unknown> => sql`
  exists (select from order_items i join courts c on c.id = i.court_id join facilities f on f.id = c.facility_id where i.order_id = v.order_id and f.code = ${facility})`

/** Points that match, newest first. One row more than `limit` says that there is a next page. */
export async function findPointList(
  db: DbOrTrx,
  filter: PointFilter,
  { after, limit }: { after: { micros: string; id: string } | undefined; limit: number },
  now: Date,
): Promise<ListedPoint[]> {
  const behind = after
    ? [sql`(v.at, v.id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`]
    : []
  const where = sql.join([...conditionsOf(filter, now), ...behind], sql` and `)
  const { rows } = await sql<ListedPoint>`
    select ${columns} from ${from} where ${where} order by v.at desc, v.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** Points of an outage: given in the period, at the facility, of these kinds, and neither removed nor expired. */
export async function findOutagePoints(
  db: DbOrTrx,
  { kinds, ...filter }: { since: Date; until: Date; facility: string | undefined; kinds: readonly PointKind[] },
  limit: number,
  now: Date,
): Promise<ListedPoint[]> {
  const where = sql.join(conditionsOf(filter, now), sql` and `)
  const { rows } = await sql<ListedPoint>`
    select ${columns} from ${from} where ${where} and v.kind = any(${[...kinds]}::text[]) and v.removed_at is null and v.expires_at > ${now}
    order by m.name, v.member_id, v.at, v.id limit ${limit + 1}`.execute(db)
  return rows
}

export async function findPoint(db: DbOrTrx, id: string): Promise<ListedPoint | undefined> {
  const { rows } = await sql<ListedPoint>`select ${columns} from ${from} where v.id = ${id}`.execute(db)
  return rows[0]
}

export type EvidenceItem = {
  courtId: number
  start: Date
  end: Date
  state: 'active' | 'cancelled'
  checkedInAt: Date | null
  checkedInBy: string | null
  missedAt: Date | null
}
export type EvidenceOrder = {
  id: string
  state: string
  createdAt: Date
  payBefore: Date | null
  paidAt: Date | null
  closedAt: Date | null
}

/** The order that a point was given for, with who came and who did not. */
export async function readEvidence(db: DbOrTrx, pointId: string): Promise<{ order: EvidenceOrder; items: EvidenceItem[] }> {
  const orders = await sql<EvidenceOrder>`
    select o.id, o.state, o.created_at as "createdAt", o.pay_before as "payBefore", o.closed_at as "closedAt",
      (select min(l.at) from ledger l where l.order_id = o.id and l.kind = 'payment') as "paidAt"
    from violations v join orders o on o.id = v.order_id where v.id = ${pointId}`.execute(db)
  const items = await sql<EvidenceItem>`
    select i.court_id as "courtId", lower(i.during) as start, upper(i.during) as end, i.state, i.checked_in_at as "checkedInAt", m.name as "checkedInBy", i.missed_at as "missedAt"
    from violations v join order_items i on i.order_id = v.order_id left join members m on m.id = i.checked_in_by
    where v.id = ${pointId} order by lower(i.during), i.court_id`.execute(db)
  return { order: orders.rows[0]!, items: items.rows }
}

export type EvidenceMessage = { at: Date; channel: Channel; subject: string | null; state: MessageState; error: string | null }

/** Mails and texts about the order: whether the member was told, and whether it arrived. */
export async function readOrderMessages(db: DbOrTrx, orderId: string): Promise<EvidenceMessage[]> {
  const { rows } = await sql<EvidenceMessage>`
    select m.created_at as at, m.channel, m.subject, m.state, m.last_error as error
    from outbox e join messages m on m.cause = 'outbox:' || e.id where e.topic = 'order' and e.subject_id = ${orderId} order by m.created_at, m.id`.execute(
    db,
  )
  return rows
}

export type EvidenceAppeal = {
  appealId: string
  state: AppealState
  text: string
  file: { id: string; name: string; size: number; type: string } | null
  sentAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  reason: string
}

export async function readAppeal(db: DbOrTrx, pointId: string): Promise<EvidenceAppeal | undefined> {
  const { rows } = await sql<EvidenceAppeal>`
    select a.id as "appealId", a.state, a.text, a.sent_at as "sentAt", a.decided_at as "decidedAt", m.name as "decidedBy", a.reason,
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) end as file
    from appeals a left join members m on m.id = a.decided_by left join files f on f.id = a.file_id where a.violation_id = ${pointId}`.execute(
    db,
  )
  return rows[0]
}

export type ListedSuspension = {
  id: string
  micros: string
  memberId: string
  memberName: string
  from: Date
  until: Date
  /** Points that led to it; 0: staff gave it, with a reason. */
  points: number
  reason: string
  givenBy: string | null
  liftedAt: Date | null
  liftedBy: string | null
}

/** Suspensions, the latest first: those that hold or are to come, or all. */
export async function findSuspensionList(
  db: DbOrTrx,
  { words, isOpen }: { words: string | undefined; isOpen: boolean },
  { after, limit }: { after: { micros: string; id: string } | undefined; limit: number },
  now: Date,
): Promise<ListedSuspension[]> {
  const open = isOpen ? sql`s.lifted_at is null and s.ends_at > ${now}` : sql`true`
  const named = words === undefined ? sql`true` : sql`strpos(lower(m.name), ${words.toLowerCase()}) > 0`
  const behind = after
    ? sql`(s.starts_at, s.id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`
  const { rows } = await sql<ListedSuspension>`
    select s.id, (extract(epoch from s.starts_at) * 1000000)::bigint::text as micros, s.member_id as "memberId", m.name as "memberName", s.starts_at as from,
      s.ends_at as until, s.points, s.reason, g.name as "givenBy", s.lifted_at as "liftedAt", l.name as "liftedBy"
    from suspensions s join members m on m.id = s.member_id left join members g on g.id = s.given_by left join members l on l.id = s.lifted_by
    where ${open} and ${named} and ${behind} order by s.starts_at desc, s.id desc limit ${limit + 1}`.execute(db)
  return rows
}
