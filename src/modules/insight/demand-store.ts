import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { DemandKind } from './rules.ts'

/** Counts to add: `times` and `courts` have 24 numbers. */
export type DemandCount = { day: string; facilityId: number; sport: string; kind: DemandKind; times: number[]; courts: number[] }

/** Adds counts in one statement, in the order of the primary key, so that two processes never wait for each other in a circle. A day that is rolled up already gets a mark. */
export async function addDemand(db: DbOrTrx, counts: DemandCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    with late as (
      insert into insight_changed_days (day)
      select distinct c.day from insight_rollup u, jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (day date) where c.day <= u.until
    )
    insert into refused_demand as d (day, facility_id, sport, kind, times, courts)
    select c.day, c."facilityId", c.sport, c.kind, c.times, c.courts
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (day date, "facilityId" integer, sport text, kind text, times integer[], courts integer[])
    order by c.day, c."facilityId", c.sport, c.kind
    on conflict (day, facility_id, sport, kind) do update set
      times = array(select a + b from unnest(d.times, excluded.times) with ordinality as n (a, b, place) order by place),
      courts = array(select a + b from unnest(d.courts, excluded.courts) with ordinality as n (a, b, place) order by place)`.execute(db)
}
