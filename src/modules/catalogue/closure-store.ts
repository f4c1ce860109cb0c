import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type UncoveredSpace = { kind: 'block' | 'closure'; holder: string; space: number; start: Date; end: Date }

/** Free spaces of facilities that are closed as a whole, for the rest of each closure. */
export async function readUncoveredSpaces(db: DbOrTrx, facilityIds: number[], now: Date): Promise<UncoveredSpace[]> {
  const { rows } = await sql<UncoveredSpace>`
    select b.kind, b.id as holder, s.id as space, greatest(lower(b.during), ${now}::timestamptz) as start, upper(b.during) as "end"
    from blocks b join spaces s on s.facility_id = b.facility_id
    where b.facility_id = any(${facilityIds}::integer[]) and b.court_id is null and b.lifted_at is null and upper(b.during) > ${now}
      and not exists (select from occupancy o where o.space_id = s.id and o.during && b.during)`.execute(db)
  return rows
}
