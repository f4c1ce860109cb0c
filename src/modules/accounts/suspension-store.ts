import { anyOf } from '#db/any-of.ts'
import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Merging } from './deps.ts'
import type { Suspension } from './rules.ts'

export type NewSuspension = { id: string; memberId: string }

/** Suspends each of the members, from now or from the end of the suspension that they have. `points`: how many each was suspended for. */
export async function insertSuspensions(
  trx: Trx,
  memberIds: string[],
  { points, days }: { points: number; days: number },
  now: Date,
): Promise<NewSuspension[]> {
  const { rows } = await sql<NewSuspension>`
    insert into suspensions (id, member_id, starts_at, ends_at, points, created_at)
    select gen_random_uuid(), m.id, s.starts, s.starts + make_interval(days => ${days}), ${points}, ${now}
    from unnest(${memberIds}::uuid[]) as m (id) cross join lateral (
      select greatest(${now}::timestamptz, max(ends_at)) as starts from suspensions where member_id = m.id and lifted_at is null
    ) as s
    returning id, member_id as "memberId"`.execute(trx)
  return rows
}

/** False when the suspension is over, or was lifted before. */
export async function liftSuspension(trx: Trx, id: string, by: string | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('suspensions')
    .set({ lifted_at: now, lifted_by: by })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Suspensions of these members that were not lifted, past ones too. */
export async function listSuspensions(trx: Trx, memberIds: string[]): Promise<Suspension[]> {
  return trx
    .selectFrom('suspensions')
    .select(['id', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('member_id', '=', anyOf(memberIds))
    .where('lifted_at', 'is', null)
    .execute()
}

export async function liftAll(trx: Trx, ids: string[], now: Date): Promise<void> {
  if (ids.length > 0) await trx.updateTable('suspensions').set({ lifted_at: now }).where('id', '=', anyOf(ids)).execute()
}

export async function giveSuspensionsTo(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('suspensions').set({ member_id: into }).where('member_id', '=', from).execute()
}

/** Lets a suspension begin earlier. */
export async function extendBack(trx: Trx, id: string, startsAt: Date): Promise<void> {
  await trx.updateTable('suspensions').set({ starts_at: startsAt }).where('id', '=', id).execute()
}

/** A suspension by staff: from now on, and without points. The caller has made sure that there is no other. */
export async function insertStaffSuspension(
  trx: Trx,
  { memberId, days, reason, by }: { memberId: string; days: number; reason: string; by: string },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into suspensions (id, member_id, starts_at, ends_at, points, created_at, reason, given_by)
    values (gen_random_uuid(), ${memberId}, ${now}, ${now}::timestamptz + make_interval(days => ${days}::integer), 0, ${now}, ${reason}, ${by})
    returning id`.execute(trx)
  return rows[0]!.id
}

/** A suspension that is neither over nor lifted. */
export async function findOpenSuspension(trx: Trx, id: string, now: Date): Promise<{ memberId: string } | undefined> {
  return trx
    .selectFrom('suspensions')
    .select('member_id as memberId')
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst()
}
