import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { fire, repeat, type Outcome, type Shot } from './load.ts'
import { benchPeople } from './people.ts'

const memberCount = 100_000
const orderCount = 1_000_000

/** What is typed at the desk. The first is the worst case: ten thousand people begin with it. */
const typed = [
  ['王', 'the first character of a name, 1 in 10'],
  ['王小明12', 'a name'],
  ['amy c', 'the start of a Latin name'],
  ['chen', 'the last word of a Latin name'],
  ['小明', 'a part of a name, 1 in 5'],
  ['怡君77', 'a rare part of a name'],
  ['5678', 'the end of a mobile or of an order number'],
  ['0912', 'the start of a mobile'],
  ['searched99@', 'the start of an address'],
  ['searched99', 'the start of an account'],
  ['F270101', 'the start of an order number, a day of them'],
] as const

/** (k) The desk looks for a person among a hundred thousand members with a million orders, one search after the other. */
export async function searchPeople(db: Db, ours: string, scale: number): Promise<{ what: string; outcome: Outcome }[]> {
  await fillPeople(db)
  const [desk] = await benchPeople(db, 1, 'deskbench', '0999')
  await sql`update members set roles = array['desk'], staff_since = now() where id = ${desk!.id}`.execute(db)
  await sql`update sessions set proven_at = now() where member_id = ${desk!.id}`.execute(db)
  const found = []
  for (const [q, what] of typed) {
    const shot: Shot = {
      method: 'GET',
      path: `/api/Staff/Person/Search?${new URLSearchParams({ q })}`,
      headers: { authorization: `Bearer ${desk!.token}` },
    }
    await fire(ours, 1, repeat(shot, 20))
    const outcome = await fire(ours, 1, repeat(shot, Math.ceil(300 * scale)))
    found.push({ what: `(k) people by ${q} (${what}), 100,000 members and 1,000,000 orders`, outcome })
  }
  return found
}

async function fillPeople(db: Db): Promise<void> {
  await sql`
    insert into members (id, account, email, email_confirmed_at, name, mobile, secret_hash, locale, identity_id)
    select gen_random_uuid(), 'searched' || n, 'searched' || n || '@example.com', now(),
      case when n % 5 = 0 then (array['Amy', 'Ben', 'Carol', 'David'])[1 + n % 4] || ' ' || (array['Chen', 'Lin', 'Wang'])[1 + n % 3]
        else (array['王', '陳', '林', '張', '李', '黃', '吳', '劉', '蔡', '楊'])[1 + n % 10] || (array['小明', '美玲', '志豪', '怡君'])[1 + n % 4] || n end,
      '09' || lpad(((n::bigint * 7919) % 100000000)::text, 8, '0'), '', 'tw', 1
    from generate_series(1, ${memberCount}::integer) as n on conflict do nothing`.execute(db)
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at)
    select gen_random_uuid(), 'F' || to_char(date '2026-01-01' + n % 730, 'YYMMDD') || upper(substr(md5(n::text), 1, 7)), 'venue', m.id, 'completed', 300, n::text, '', now() - n * interval '20 seconds'
    from generate_series(1, ${orderCount}::integer) as n
    join (select id, row_number() over () as k from members where account like 'searched%') as m on m.k = 1 + n % ${memberCount}::integer
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze members, orders`.execute(db)
}
