import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { deleteOldData } from '#wiring/retention.ts'
import { benchDesks } from './board.ts'
import { benchDay, bookableAhead, courts, facilityId } from './centre.ts'

const bookingsADay = 60

const looks = (token: string, desk: string): Record<string, { path: string; init: RequestInit }> => {
  const authorization = `Bearer ${token}`
  const page = { headers: { accept: 'text/html', cookie: `sports_v2_jwt=${token}` } }
  const office = { headers: { accept: 'text/html', cookie: `sports_v2_jwt=${desk}` } }
  const json = { 'content-type': 'application/json' }
  return {
    [`availability of ${courts} courts`]: {
      path: '/api/Order/Member/Schedule',
      init: { method: 'POST', headers: json, body: JSON.stringify({ venue1stId: facilityId, date: benchDay }) },
    },
    'a member’s orders': { path: '/api/Order/List', init: { method: 'POST', headers: { ...json, authorization }, body: '{}' } },
    'a member’s next bookings': { path: '/api/Order/Upcoming', init: { headers: { authorization } } },
    'page of a facility for a member': { path: `/venues/${facilityId}?date=${benchDay}`, init: page },
    'page of a member’s orders': { path: '/member/order/overview', init: page },
    'page of the board': { path: `/staff/board?facility=BENCH&day=${benchDay}`, init: office },
    'page of the desk’s day': { path: '/staff', init: office },
  }
}

/**
 * (h) What a member and the desk wait for with a month of data, with ten years of it, and with ten years after old data was deleted. One
 * hall with sixty bookings a day by two hundred members, each paid, told of and written about. One call at a time; of each
 * kind the tenth part that was fastest, which a busy machine disturbs least, and the middle.
 */
export async function years(db: Db, ours: string, { token, scale }: { token: string; scale: number }): Promise<void> {
  await bookableAhead(db, 14)
  const [desk] = await benchDesks(db)
  const all = Object.entries(looks(token, desk!))
  const measure = async () => {
    const times = []
    for (const [, { path, init }] of all) times.push(await wait(`${ours}${path}`, init, Math.ceil(300 * scale)))
    return times
  }
  await fill(db, 1, 30)
  const month = await measure()
  await fill(db, 31, 3650)
  const decade = await measure()
  const begun = performance.now()
  const gone = await deleteOldData(db, new Date(), openLog('silent'), { batch: 20_000, minutes: 5 })
  console.log(`old data deleted in ${Math.round((performance.now() - begun) / 1000)} s: ${JSON.stringify(gone)}`)
  await sql`vacuum analyze`.execute(db)
  const tidied = await measure()

  console.log('| (h) ms, fastest tenth / middle | a month | ten years | ratio | ten years, tidied | ratio |\n|---|---|---|---|---|---|')
  for (const [n, [what]] of all.entries()) {
    const [a, b, c] = [month[n]!, decade[n]!, tidied[n]!]
    const both = ({ p10, p50 }: Waited) => `${p10.toFixed(1)} / ${p50.toFixed(1)}`
    console.log(`| ${what} | ${both(a)} | ${both(b)} | ${(b.p10 / a.p10).toFixed(2)} | ${both(c)} | ${(c.p10 / a.p10).toFixed(2)} |`)
  }
}

type Waited = { p10: number; p50: number }

export const wait = (url: string, init: RequestInit, times: number): Promise<Waited> =>
  oneAfterTheOther(times, async () => {
    const answer = await fetch(url, init)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  })

export async function oneAfterTheOther(times: number, once: () => Promise<unknown>): Promise<Waited> {
  const taken: number[] = []
  for (let n = -20; n < times; n++) {
    const begun = performance.now()
    await once()
    if (n >= 0) taken.push(performance.now() - begun)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  return { p10: sorted[Math.floor(times / 10)]!, p50: sorted[Math.floor(times / 2)]! }
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
    sql`insert into outbox (topic, subject_id, payload, at, told_at) select 'order', order_id, jsonb_build_object('kind', kind), start - interval '3 days', start - interval '3 days' from bench_years, unnest('{placed,confirmed}'::text[]) as kind`,
    sql`insert into payment_attempts (id, order_id, trade_no, state, method, amount, created_at, settled_at)
      select attempt_id, order_id, 'Y' || no, 'paid', 'card', 500, start - interval '3 days', start - interval '3 days' from bench_years`,
    sql`insert into ledger (order_id, attempt_id, kind, way, amount, cause, at) select order_id, attempt_id, 'payment', 'card', 500, 'y' || no, start - interval '3 days' from bench_years`,
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
