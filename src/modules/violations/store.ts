import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Day } from '#lib/zone.ts'
import { causeOf, type PointCause, type PointKind, type PointRemoval } from './rules.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'

/**
 * Advisory locks, one for each member, taken in the order of their ids. Not the member's row: placing an order locks that
 * row and then waits for spaces, which the transaction that gives a point may hold (deadlock).
 */
export async function lockPoints(trx: Trx, memberIds: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('violations:' || id::text, 0)) from (select distinct id from unnest(${memberIds}::uuid[]) as id order by id) as members`.execute(
    trx,
  )
}

export type NewPoint = { violationId: string; memberId: string }

/** Inserts points, once for each cause; answers the new ones. */
export async function insertPoints(db: DbOrTrx, causes: PointCause[], pointDays: number, now: Date): Promise<NewPoint[]> {
  const rows = causes.map((cause) => ({ ...cause, cause: causeOf(cause) }))
  const given = await sql<NewPoint>`
    insert into violations (id, member_id, kind, cause, order_id, day, at, expires_at)
    select gen_random_uuid(), c."memberId", c.kind, c.cause, c."orderId", c.day, ${now}, ${now}::timestamptz + make_interval(days => ${pointDays})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ("memberId" uuid, kind text, cause text, "orderId" uuid, day date)
    on conflict (cause) do nothing
    returning id as "violationId", member_id as "memberId"`.execute(db)
  return given.rows
}

const counts = (now: Date) => sql`v.removed_at is null and v.expires_at > ${now} and v.suspension_id is null`

export type EnoughPoints = { memberId: string; points: string[] }

/** Members with enough counting points for a suspension, and those points. */
export async function findEnoughPoints(db: DbOrTrx, memberIds: string[], pointsToSuspend: number, now: Date): Promise<EnoughPoints[]> {
  const { rows } = await sql<EnoughPoints>`
    select v.member_id as "memberId", array_agg(v.id) as points from violations v where v.member_id = any(${memberIds}::uuid[]) and ${counts(now)}
    group by v.member_id having count(*) >= ${pointsToSuspend}`.execute(db)
  return rows
}

/** Assigns points to the suspension: they count for no other. */
export async function assignPoints(db: DbOrTrx, points: string[], suspensionId: string): Promise<void> {
  await sql`update violations set suspension_id = ${suspensionId} where id = any(${points}::uuid[])`.execute(db)
}

export type Removal = { removal: PointRemoval; by: string | null }

/** The WHERE is the guard: a point is removed once. */
export async function removePoint(
  db: DbOrTrx,
  id: string,
  { removal, by }: Removal,
  now: Date,
): Promise<{ memberId: string; suspensionId: string | null } | undefined> {
  return db
    .updateTable('violations')
    .set({ removed_at: now, removed_by: by, removal })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning(['member_id as memberId', 'suspension_id as suspensionId'])
    .executeTakeFirst()
}

/** Replaces a removed point of a suspension by another counting point. */
export async function fillSuspension(db: DbOrTrx, suspensionId: string, now: Date): Promise<void> {
  await sql`
    update violations set suspension_id = ${suspensionId} where id in (
      select v.id from violations v join suspensions s on s.id = ${suspensionId} and s.member_id = v.member_id and s.lifted_at is null and s.ends_at > ${now}
      where ${counts(now)} order by v.at, v.id
      limit greatest(0, (select s.points - count(*) from suspensions s left join violations u on u.suspension_id = s.id and u.removed_at is null where s.id = ${suspensionId} group by s.points)))`.execute(
    db,
  )
}

export async function hasTooFewPoints(db: DbOrTrx, suspensionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from suspensions s where s.id = ${suspensionId}
      and (select count(*) from violations v where v.suspension_id = s.id and v.removed_at is null) < s.points`.execute(db)
  return rows.length > 0
}

/** The points of a lifted suspension count again. */
export async function releasePoints(db: DbOrTrx, suspensionId: string): Promise<void> {
  await sql`update violations set suspension_id = null where suspension_id = ${suspensionId} and removed_at is null`.execute(db)
}

/** Gives all points of a member to another. `joined`: suspensions that became part of another one, with that one. */
export async function givePointsTo(
  trx: Trx,
  { from, into }: { from: string; into: string },
  joined: { id: string; intoId: string }[],
): Promise<void> {
  await trx.updateTable('violations').set({ member_id: into }).where('member_id', '=', from).execute()
  for (const { id, intoId } of joined)
    await trx.updateTable('violations').set({ suspension_id: intoId }).where('suspension_id', '=', id).execute()
}

export async function findPointByCause(db: DbOrTrx, cause: string): Promise<{ id: string; memberId: string } | undefined> {
  return db.selectFrom('violations').select(['id', 'member_id as memberId']).where('cause', '=', cause).executeTakeFirst()
}

/** Points of one kind that an order gave at one moment and that were not removed. */
export async function countPoints(db: DbOrTrx, { kind, orderId, at }: { kind: PointKind; orderId: string; at: Date }): Promise<number> {
  const given = db.selectFrom('violations').where('kind', '=', kind).where('order_id', '=', orderId).where('at', '=', at)
  const { count } = await given
    .where('removed_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasMissedItem(db: DbOrTrx, orderId: string, day: Day): Promise<boolean> {
  const { rows } =
    await sql`select from order_items where order_id = ${orderId} and day = ${day} and missed_at is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Whose points these are, as long as they are not removed, in a fixed order. */
export async function findOwnersOfPoints(db: DbOrTrx, ids: string[]): Promise<{ id: string; memberId: string }[]> {
  const { rows } = await sql<{ id: string; memberId: string }>`
    select id, member_id as "memberId" from violations where id = any(${ids}::uuid[]) and removed_at is null order by member_id, at, id`.execute(
    db,
  )
  return rows
}

/** Whose point it is, as long as it is not removed. */
export async function findOwnerOfPoint(db: DbOrTrx, id: string): Promise<string | undefined> {
  const point = await db
    .selectFrom('violations')
    .select('member_id as memberId')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return point?.memberId
}

/** Erases the texts of appeals and the reasons of points; the points stay. */
export async function forgetInViolations(trx: Trx, { id }: LeavingMember, now: Date): Promise<void> {
  await trx.updateTable('violations').set({ reason: '' }).where('member_id', '=', id).execute()
  const { rows } = await sql<{ fileId: string | null }>`
    with mine as (select a.id, a.file_id from appeals a join violations v on v.id = a.violation_id where v.member_id = ${id}),
      cleared as (update appeals a set text = '', reason = '', file_id = null from mine where a.id = mine.id)
    select file_id as "fileId" from mine`.execute(trx)
  const files = rows.flatMap(({ fileId }) => fileId ?? [])
  await releaseFiles(trx, files, now)
}

type NewStaffPoint = { id: string; memberId: string; orderId: string; day: Day; reason: string; by: string }

/** Writes a point that staff give. Answers false, and writes nothing, when staff have given one for this order and day already: the unique index `violations_by_staff` refuses it. */
export async function insertStaffPoint(
  trx: Trx,
  { id, memberId, orderId, day, reason, by }: NewStaffPoint,
  pointDays: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into violations (id, member_id, kind, cause, order_id, day, at, expires_at, reason, given_by)
    values (${id}, ${memberId}, 'staff', ${`staff:${id}`}, ${orderId}, ${day}, ${now}, ${now}::timestamptz + make_interval(days => ${pointDays}::integer), ${reason}, ${by})
    on conflict do nothing returning id`.execute(trx)
  return rows.length > 0
}

/** The point that staff gave for an order on a day, unless it was removed. */
export async function findStaffPoint(db: DbOrTrx, orderId: string, day: Day): Promise<{ reason: string; by: string | null } | undefined> {
  return db
    .selectFrom('violations')
    .select(['reason', 'given_by as by'])
    .where('order_id', '=', orderId)
    .where('day', '=', day)
    .where('kind', '=', 'staff')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Outbox payload of an event; `subject` is the id of what the event is about. */
export const PointsPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('given'), violationId: z.uuid() }),
  z.object({ kind: z.literal('withdrawn'), violationId: z.uuid(), lifted: z.boolean() }),
  z.object({ kind: z.literal('withdrawn-many'), violationIds: z.array(z.uuid()), lifted: z.boolean() }),
  z.object({ kind: z.literal('suspended'), suspensionId: z.uuid() }),
  z.object({ kind: z.literal('lifted') }),
  z.object({ kind: z.literal('decided'), appealId: z.uuid(), decision: z.enum(['accepted', 'lifted', 'rejected']) }),
])
export type PointsPayload = z.infer<typeof PointsPayload>

/** Adds events about members' points to the outbox, in the same transaction. */
export async function notePoints(db: DbOrTrx, events: ({ memberId: string } & PointsPayload)[], now: Date): Promise<void> {
  await addToOutbox(
    db,
    'points',
    events.map(({ memberId, ...payload }) => ({ subjectId: memberId, payload })),
    now,
  )
}
