import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'

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
