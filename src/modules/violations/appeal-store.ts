import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { AppealState, PointKind } from './rules.ts'

export type OwnPoint = { id: string; expiresAt: Date; removedAt: Date | null; suspensionId: string | null }

/** Another member's point is not found. */
export async function findOwnPoint(db: DbOrTrx, memberId: string, id: string): Promise<OwnPoint | undefined> {
  return db
    .selectFrom('violations')
    .select(['id', 'expires_at as expiresAt', 'removed_at as removedAt', 'suspension_id as suspensionId'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** False when the point has an appeal already. */
export async function insertAppeal(
  db: DbOrTrx,
  { violationId, text, fileId }: { violationId: string; text: string; fileId: string | null },
  now: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('appeals')
    .values({ id: randomUUID(), violation_id: violationId, text, file_id: fileId, sent_at: now })
    .onConflict((conflict) => conflict.column('violation_id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type KnownAppeal = { violationId: string; memberId: string; orderNo: string; reason: string }

export async function findAppeal(db: DbOrTrx, id: string): Promise<KnownAppeal | undefined> {
  return db
    .selectFrom('appeals')
    .innerJoin('violations', 'violations.id', 'appeals.violation_id')
    .innerJoin('orders', 'orders.id', 'violations.order_id')
    .select(['violations.id as violationId', 'violations.member_id as memberId', 'orders.order_no as orderNo', 'appeals.reason'])
    .where('appeals.id', '=', id)
    .executeTakeFirst()
}

/** Name of whoever decided an appeal. */
export async function readDecider(db: DbOrTrx, id: string): Promise<string> {
  const row = await db
    .selectFrom('appeals')
    .innerJoin('members', 'members.id', 'appeals.decided_by')
    .select('members.name')
    .where('appeals.id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** The WHERE is the guard: of two concurrent decisions, one is written. */
export async function decideAppealRow(
  db: DbOrTrx,
  id: string,
  { state, reason, by }: { state: Exclude<AppealState, 'open'>; reason: string; by: string },
  now: Date,
): Promise<boolean> {
  const decided = await db
    .updateTable('appeals')
    .set({ state, reason, decided_at: now, decided_by: by })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return decided.numUpdatedRows > 0n
}

/** An appeal against a point that was removed for another reason is accepted with it. */
export async function acceptOpenAppeal(db: DbOrTrx, violationId: string, by: string | null, now: Date): Promise<void> {
  await db
    .updateTable('appeals')
    .set({ state: 'accepted', decided_at: now, decided_by: by })
    .where('violation_id', '=', violationId)
    .where('state', '=', 'open')
    .execute()
}

export type OpenAppeal = {
  appealId: string
  memberName: string
  account: string
  kind: PointKind
  orderNo: string
  at: Date
  text: string
  fileId: string | null
  sentAt: Date
  suspendedUntil: Date | null
  total: number
}

/** Open appeals, oldest first. */
export async function listOpenAppeals(db: DbOrTrx, page: number, pageSize: number, now: Date): Promise<OpenAppeal[]> {
  const { rows } = await sql<OpenAppeal>`
    select a.id as "appealId", m.name as "memberName", coalesce(m.account, '') as account, v.kind, o.order_no as "orderNo", v.at, a.text, a.file_id as "fileId", a.sent_at as "sentAt",
      suspended_until(m.id, ${now}) as "suspendedUntil", count(*) over () as total
    from appeals a join violations v on v.id = a.violation_id join orders o on o.id = v.order_id join members m on m.id = v.member_id
    where a.state = 'open' order by a.sent_at, a.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return rows
}
