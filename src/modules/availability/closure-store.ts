import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Closure } from '#modules/venues/rules.ts'
import type { Occupied } from './rules.ts'
import { sql } from 'kysely'

/** Closures of whole facilities with their reasons, in order of time. */
export async function readClosures(db: DbOrTrx, within: Period): Promise<Closure[]> {
  const { rows } = await sql<{ facilityId: number; start: Date; end: Date; tw: string; en: string }>`
    select facility_id as "facilityId", lower(during) as start, upper(during) as "end", reason_tw as tw, reason_en as en
    from blocks
    where kind = 'closure' and court_id is null and lifted_at is null and during && tstzrange(${within.start}, ${within.end})
    order by lower(during), facility_id`.execute(db)
  return rows.map(({ facilityId, start, end, tw, en }) => ({ facilityId, period: { start, end }, reason: { tw, en } }))
}

/** Closed or blocked periods of each space. */
export async function readClosedFloor(db: DbOrTrx, within: Period): Promise<Occupied[]> {
  const { rows } = await sql<Occupied>`
    select space_id as "spaceId", lower(during) as start, upper(during) as "end", kind, null as "memberId", null as "holdUntil"
    from occupancy where kind in ('block', 'closure') and during && tstzrange(${within.start}, ${within.end})`.execute(db)
  return rows
}
