import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { deleteOldData } from '#retention.ts'
import { benchDay, bookableAhead, courts, facilityId } from './centre.ts'
import { fire, repeat, type Outcome, type Shot } from './load.ts'

const bookingsADay = 60

/**
 * (h) What members wait for with a month of data, with ten years of it, and with ten years after old data was deleted. One
 * hall with sixty bookings a day by two hundred members, each paid, told of and written about. One caller at a time: what counts
 * is how long one waits.
 */
export async function years(
  db: Db,
  ours: string,
  { token, scale }: { token: string; scale: number },
  note: (what: string, outcome: Outcome) => void,
): Promise<void> {
  await bookableAhead(db, 14)
  const measure = async (with_: string) => {
    for (const [what, shot] of Object.entries(looks(token))) {
      await fire(ours, 4, repeat(shot, 60))
      note(`(h) ${what}, ${with_}`, await fire(ours, 1, repeat(shot, Math.ceil(400 * scale))))
    }
  }
  await fill(db, 1, 30)
  await measure('a month of bookings')
  await fill(db, 31, 3650)
  await measure(`ten years of bookings (${(3650 * bookingsADay).toLocaleString('en')} orders)`)
  const begun = performance.now()
  const gone = await deleteOldData(db, new Date(), openLog('silent'), { batch: 20_000, minutes: 5 })
  console.log(`old data deleted in ${Math.round((performance.now() - begun) / 1000)} s:`, JSON.stringify(gone))
  await sql`vacuum analyze`.execute(db)
  await measure('ten years, old data deleted')
}

function looks(token: string): Record<string, Shot> {
  const authorization = `Bearer ${token}`
  const page = { accept: 'text/html', 'accept-encoding': 'gzip', cookie: `sports_v2_jwt=${token}` }
  return {
    [`availability of ${courts} courts`]: {
      method: 'POST',
      path: '/api/Order/Member/Schedule',
      body: JSON.stringify({ venue1stId: facilityId, date: benchDay }),
    },
    'a member’s orders': { method: 'POST', path: '/api/Order/List', headers: { authorization }, body: '{}' },
    'a member’s next bookings': { method: 'GET', path: '/api/Order/Upcoming', headers: { authorization } },
    'page of a facility for a member': { method: 'GET', path: `/venues/${facilityId}?date=${benchDay}`, headers: page },
    'page of a member’s orders': { method: 'GET', path: '/member/order/overview', headers: page },
  }
}

/** Bookings of these days before today, evenly by all members: order, item, floor, payment, ledger, notice, events, mails. */
async function fill(db: Db, fromDay: number, toDay: number): Promise<void> {
  await sql`drop table if exists bench_years`.execute(db)
  await sql`
    create unlogged table bench_years as
    select gen_random_uuid() as order_id, gen_random_uuid() as item_id, gen_random_uuid() as attempt_id, 1 + n % ${courts}::integer as court,
      (current_date - d + make_interval(hours => 9 + n / ${courts}::integer)) at time zone 'UTC' as start, m.id as member_id, d * 1000 + n as no
    from generate_series(${fromDay}::integer, ${toDay}::integer) as d, generate_series(0, ${bookingsADay - 1}::integer) as n
    join (select id, row_number() over (order by account) - 1 as place, count(*) over () as members from members where account like 'bench%') m on true
    where m.place = (d * ${bookingsADay}::integer + n) % m.members`.execute(db)
  const each = [
    sql`insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at, confirmed_at)
      select order_id, 'Y' || no, 'venue', member_id, 'completed', 500, 'y' || no, '', start - interval '3 days', start - interval '3 days' from bench_years`,
    sql`insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, checked_in_at, reminded_at)
      select item_id, order_id, member_id, court, 'badminton', tstzrange(start, start + interval '1 hour'), start::date, 60, true, 1, 500, 0, 0, start, start from bench_years`,
    sql`insert into occupancy (space_id, during, kind, holder_id, member_id) select court, tstzrange(start, start + interval '1 hour'), 'order', item_id, member_id from bench_years`,
    sql`insert into order_events (order_id, kind, at, told_at) select order_id, kind, start - interval '3 days', start - interval '3 days' from bench_years, unnest('{placed,confirmed}'::text[]) as kind`,
    sql`insert into payment_attempts (id, order_id, trade_no, state, method, amount, created_at, settled_at)
      select attempt_id, order_id, 'Y' || no, 'paid', 'card', 500, start - interval '3 days', start - interval '3 days' from bench_years`,
    sql`insert into ledger (order_id, attempt_id, kind, amount, cause, at) select order_id, attempt_id, 'payment', 500, 'y' || no, start - interval '3 days' from bench_years`,
    sql`insert into payment_notices (trade_no, received_at, body, verdict)
      select 'Y' || no, start - interval '3 days', jsonb_build_object('MerchantTradeNo', 'Y' || no, 'TradeAmt', '500', 'RtnCode', '1', 'CheckMacValue', repeat('A', 64)), 'paid' from bench_years`,
    sql`insert into messages (id, cause, channel, recipient, subject, locale, state, created_at, sent_at)
      select gen_random_uuid(), 'y' || no || kind, 'mail', 'bench@example.com', '預約成功：羽球場', 'tw', 'sent', start - interval '3 days', start - interval '3 days'
      from bench_years, unnest('{placed,confirmed}'::text[]) as kind`,
  ]
  await db.transaction().execute(async (trx) => {
    // Rows that fit each other by construction: no foreign keys are looked up, so that filling takes minutes and not hours.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const statement of each) await statement.execute(trx)
  })
  await sql`drop table bench_years`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
