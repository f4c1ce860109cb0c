import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Writes another member to the floor that these items and dates hold. Locks it by space and time (lock order). */
export async function mergeInOccupancy(trx: Trx, holderIds: string[], into: string): Promise<void> {
  if (holderIds.length === 0) return
  await sql`select from occupancy where holder_id = any(${holderIds}::uuid[]) order by space_id, during for update`.execute(trx)
  await sql`update occupancy set member_id = ${into} where holder_id = any(${holderIds}::uuid[])`.execute(trx)
}
