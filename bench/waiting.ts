import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { benchDay, courts, facilityId } from './centre.ts'
import type { Outcome } from './load.ts'
import { inPairs, pairsOf, type Load, type Measured } from './pairs.ts'
import { benchPeople } from './people.ts'

const wishes = 5000
/** Open wishes a person may have. */
const each = 5
/** Wishes are for the first days, where the load is. */
const days = 100

/** (p) The same load with five thousand wishes waiting for its periods and without, in pairs. */
export async function besideWishes(db: Db, url: string, load: Load): Promise<Measured[]> {
  await benchPeople(db, wishes / each, 'waits', '083')
  const { alone, beside, ratio } = await inPairs(url, load, async () => {
    await waitInLine(db)
    return () => leaveLine(db)
  })
  return rowsOf(load.what, alone, beside, ratio)
}

/** (p) The rush likewise; the people who wait exist already. */
export async function rushBesideWishes(db: Db, what: string, press: () => Promise<Outcome>): Promise<Measured[]> {
  const waited = async () => {
    await waitInLine(db)
    const outcome = await press()
    await leaveLine(db)
    return outcome
  }
  const { alone, beside, ratio } = await pairsOf(3, press, waited)
  return rowsOf(what, alone, beside, ratio)
}

function rowsOf(what: string, alone: Outcome, beside: Outcome, ratio: string): Measured[] {
  console.log(`${what}, of the speed while ${wishes.toLocaleString('en')} wishes wait: ${ratio}`)
  return [
    { what: `(p) ${what}, nobody waiting`, outcome: alone },
    { what: `(p) ${what}, ${wishes.toLocaleString('en')} wishes waiting`, outcome: beside },
  ]
}

/** A third for one court, a third for any of the facility, a third for any of the sport: an hour of an evening each. */
async function waitInLine(db: Db): Promise<void> {
  await sql`
    insert into wishes (id, member_id, sport, facility_id, court_id, day, from_minute, to_minute, minutes, courts, not_after, had_it_before, state, created_at, changed_at)
    select gen_random_uuid(), m.id, 'badminton', case when n % 3 < 2 then ${facilityId}::integer end, case when n % 3 = 0 then 1 + n % ${courts}::integer end,
      ${benchDay}::date + (n % ${days}::integer)::integer, 18 * 60, 22 * 60, 60, 1, now() + interval '1 year', false, 'open', now() + make_interval(secs => n / 1000.0), now()
    from generate_series(0, ${wishes - 1}::integer) as n
    join (select id, row_number() over (order by account) - 1 as place from members where account like 'waits%') as m on m.place = n / ${each}::integer`.execute(
    db,
  )
  await sql`
    insert into awaited_spaces (wish_id, space_id, during, until)
    select w.id, s.id, tstzrange(w.day + interval '10 hours', w.day + interval '14 hours'), w.not_after
    from wishes w join spaces s on s.facility_id = ${facilityId}::integer and s.id = coalesce(w.court_id, s.id)`.execute(db)
  await sql`analyze wishes, awaited_spaces`.execute(db)
}

async function leaveLine(db: Db): Promise<void> {
  await sql`truncate wishes, awaited_spaces cascade`.execute(db)
}
