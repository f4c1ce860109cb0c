import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { rebuildRollup } from '#modules/insight/roll-up.ts'
import { courts } from './centre.ts'
import { fire, repeat, type Shot } from './load.ts'
import type { Measured } from './pairs.ts'
import { benchPeople } from './people.ts'

const days = 1826
const halls = 12

/** (l) The figures of five years of a busy centre: twelve halls of twenty courts, a million bookings, one manager after the other. */
export async function insight(db: Db, url: string, scale: number): Promise<Measured[]> {
  const bookings = Math.ceil(1e6 * scale)
  await fillYears(db, bookings)
  const begun = performance.now()
  await rebuildRollup(db, new Date())
  console.log(`${bookings.toLocaleString('en')} bookings counted again in ${Math.round((performance.now() - begun) / 1000)} s`)
  await sql`vacuum analyze`.execute(db)
  const [manager] = await benchPeople(db, 1, 'insight', '05')
  await sql`update members set roles = array['manager'] where id = ${manager!.id}`.execute(db)
  await sql`update sessions set proven_at = now() where member_id = ${manager!.id}`.execute(db)
  const today = dayOf(new Date())
  const periods: [what: string, from: string][] = [
    ['five years, beside the five before', addDays(today, -days)],
    ['a year, beside the one before', addDays(today, -365)],
    ['four weeks, beside those before', addDays(today, -28)],
    ['today, counted from the rows', today],
  ]
  const found: Measured[] = []
  for (const [what, from] of periods) {
    const shot: Shot = {
      method: 'GET',
      path: `/api/Staff/Insight?from=${from}&to=${today}`,
      headers: { authorization: `Bearer ${manager!.token}` },
    }
    await fire(url, 1, repeat(shot, 5))
    found.push({ what: `(l) ${what}`, outcome: await fire(url, 1, repeat(shot, Math.ceil(60 * scale) + 20)) })
  }
  return found
}

/** Bookings of the last five years, evenly on all courts and hours, each paid; one in thirty refunded, one in twelve rated; demand for every day. */
async function fillYears(db: Db, bookings: number): Promise<void> {
  await sql`drop table if exists bench_insight`.execute(db)
  await sql`insert into facilities (id, code, sport, name_tw, name_en, outdoor, drawing, colour)
    select 100 + n, 'H' || n, 'badminton', '館 ' || n, 'Hall ' || n, false, 'badminton', '#336633' from generate_series(2, ${halls}::integer) as n`.execute(
    db,
  )
  await sql`insert into timetables (facility_id, valid_from, slot_minutes, hours, sessions)
    select f.id, t.valid_from, t.slot_minutes, t.hours, t.sessions from facilities f cross join timetables t where f.id > 100 and t.facility_id = 1`.execute(
    db,
  )
  const spots = sql`generate_series(2, ${halls}::integer) as n, generate_series(1, ${courts}::integer) as c`
  await sql`insert into spaces (id, facility_id, code) select n * 1000 + c, 100 + n, 'H' || n || '-' || c from ${spots}`.execute(db)
  await sql`insert into courts (id, facility_id, code, name_tw, name_en) select n * 1000 + c, 100 + n, 'H' || n || '-' || c, c::text, c::text from ${spots}`.execute(
    db,
  )
  await sql`insert into court_spaces (court_id, space_id) select id, id from courts where id > 1000`.execute(db)
  await sql`insert into price_lists (facility_id, valid_from, peak) select f.id, '2000-01-01', '[]' from facilities f where f.id > 100`.execute(
    db,
  )
  await sql`insert into court_prices (price_list_id, court_id, identity_id, off_peak, peak)
    select l.id, c.id, 1, 300, 300 from price_lists l join courts c on c.facility_id = l.facility_id where c.id > 1000`.execute(db)
  await sql`
    create unlogged table bench_insight as
    select gen_random_uuid() as order_id, gen_random_uuid() as item_id, gen_random_uuid() as refund_id, n as no, s.id as court, s.facility_id,
      current_date - (n % ${days}::integer) as day,
      ((current_date - (n % ${days}::integer)) + make_interval(hours => 8 + n % 13)) at time zone 'Asia/Taipei' as start
    from generate_series(1, ${bookings}::integer) as n
    join (select id, facility_id, row_number() over (order by id) - 1 as place, count(*) over () as courts from courts) s on s.place = (n::bigint * 7919) % s.courts`.execute(
    db,
  )
  const [member] = await benchPeople(db, 1, 'insider', '04')
  const each = [
    sql`insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at)
      select order_id, 'I' || no, 'venue', ${member!.id}, 'completed', 300, 'i' || no, '', start - make_interval(days => no % 10) from bench_insight`,
    sql`insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, checked_in_at, missed_at, reminded_at)
      select item_id, order_id, ${member!.id}, court, 'badminton', tstzrange(start, start + interval '1 hour'), day, 60, false, 1, 300, 0, 0,
        case when no % 25 > 0 then start end, case when no % 25 = 0 then start end, start from bench_insight`,
    sql`insert into ledger (order_id, kind, way, amount, cause, at)
      select order_id, 'payment', (array['card', 'card', 'transfer', 'terminal'])[1 + no % 4], 300, 'i' || no, start - make_interval(days => no % 10) from bench_insight`,
    sql`insert into refunds (id, refund_no, order_id, cause, state, way, amount, try_at, created_at, changed_at)
      select refund_id, 'I' || no, order_id, 'asked', 'refunded', 'card', 100, start, start, start from bench_insight where no % 30 = 0`,
    sql`insert into refund_items (refund_id, item_id, paid, percent, amount) select refund_id, item_id, 300, 33, 100 from bench_insight where no % 30 = 0`,
    sql`insert into ledger (order_id, kind, way, amount, cause, at) select order_id, 'refund', 'card', -100, 'refund:' || refund_id, start from bench_insight where no % 30 = 0`,
    sql`insert into ratings (id, member_id, order_id, facility_id, day, stars, comment, created_at)
      select gen_random_uuid(), ${member!.id}, order_id, facility_id, day, 1 + no % 5, '', start from bench_insight where no % 12 = 0`,
    sql`insert into refused_demand (day, facility_id, sport, kind, times, courts)
      select d::date, f.id, '', k.kind, h.numbers, h.numbers from generate_series(current_date - ${days}::integer, current_date, interval '1 day') as d, facilities f,
        unnest('{refused,searched,seen}'::text[]) as k (kind), (select array_agg(n % 5) as numbers from generate_series(1, 24) as n) as h`,
  ]
  await db.transaction().execute(async (trx) => {
    // Rows that fit each other by construction: no foreign keys and no triggers, so that filling takes minutes and not hours.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const statement of each) await statement.execute(trx)
  })
  await sql`drop table bench_insight`.execute(db)
  await sql`update settings set value = to_jsonb((value #>> '{}')::integer + 1) where key = 'catalogue_version'`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
