import { sql } from 'kysely'
import type { Trx } from '#db/connect.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { loadRatings } from '../load-feedback.ts'
import type { PastRow } from './rows.ts'

const { occupancyDays } = defaultSettings.retention

/** Inserts a week of past bookings with their money, a few statements for each table. */
export async function insertWeek(trx: Trx, catalogue: Catalogue, rows: PastRow[], staffId: string, now: Date): Promise<void> {
  await sql`
    create temporary table past on commit drop as select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
      id uuid, "itemId" uuid, "attemptId" uuid, "orderNo" text, "memberId" uuid, state text, price integer, "lightFee" integer, deposit integer,
      amount integer, "placedBy" uuid, "bookedAt" timestamptz, "paidAt" timestamptz, "closedAt" timestamptz, "courtId" integer, sport text,
      start timestamptz, "end" timestamptz, day date, minutes integer, counts boolean, "identityId" integer, fate text, "checkedInAt" timestamptz,
      "missedAt" timestamptz, "pointId" uuid, "pointCause" text, method text, way text, "tillId" uuid, "tillFrom" timestamptz, "tillTo" timestamptz,
      given integer, back integer, percent integer, "refundId" uuid, "dueId" uuid, "refundNo" text, "refundCause" text, "refundWay" text,
      "askedAt" timestamptz, "refundedAt" timestamptz)`.execute(trx)
  await insertBookings(trx, now)
  await insertTills(trx, staffId)
  await insertPayments(trx)
  await insertRefunds(trx)
  await insertPoints(trx)
  await loadRatings(trx, catalogue, null, now)
  await sql`insert into rating_invitations (order_id, at) select id, ${now} from past`.execute(trx)
  // What was paid months ago has no invoice, and gets none today.
  await sql`delete from invoice_marks m using past p where m.order_id = p.id`.execute(trx)
}

async function insertBookings(trx: Trx, now: Date): Promise<void> {
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, placed_by, created_at, confirmed_at, closed_at)
    select id, "orderNo", 'venue', "memberId", state, amount, 'demo-' || "orderNo", '', "placedBy", "bookedAt", "paidAt", "closedAt"
    from past`.execute(trx)
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, state,
      cancelled_by_venue, reminded_at, checked_in_at, missed_at)
    select "itemId", id, "memberId", "courtId", sport, tstzrange(start, "end"), day, minutes, counts, "identityId", price, "lightFee", deposit,
      case when fate in ('cancelled', 'rained-off') then 'cancelled' else 'active' end, fate = 'rained-off', ${now}, "checkedInAt", "missedAt"
    from past`.execute(trx)
  await sql`
    insert into occupancy (space_id, during, kind, holder_id, member_id)
    select cs.space_id, tstzrange(p.start, p."end"), 'order', p."itemId", p."memberId"
    from past p join court_spaces cs on cs.court_id = p."courtId" where p.fate in ('came', 'missed') and p.day > ${now}::date - ${occupancyDays}::integer order by 1, 2`.execute(
    trx,
  )
}

/** A till for each day on which cash was taken. One day in nine twenty dollars are missing in it. */
async function insertTills(trx: Trx, staffId: string): Promise<void> {
  // Open until its rows are written, under the name of its day: of one name only one till may be open.
  await sql`
    insert into tills (id, name, opened_at, opened_by)
    select "tillId", day::text, min("tillFrom"), ${staffId} from past where "tillId" is not null group by "tillId", day`.execute(trx)
  const count = sql`
    (select "tillId" as id, min("tillTo") as at, 3000 + sum(amount) as expected, case when extract(day from day)::integer % 9 = 0 then -20 else 0 end as difference
    from past where "tillId" is not null group by "tillId", day)`
  await sql`
    insert into till_rows (till_id, kind, amount, given, reason, reference, by, at)
    select till_id, kind, amount, given, reason, reference, ${staffId}::uuid, at from (
      select "tillId" as till_id, 'opened' as kind, 3000 as amount, null::integer as given, '' as reason, null::text as reference, min("tillFrom") as at, 1 as step
        from past where "tillId" is not null group by 1
      union all select "tillId", 'sale', amount, given, '', "orderNo", "paidAt", 2 from past where "tillId" is not null
      union all select id, 'difference', difference, null, '找錯零錢', null, at, 3 from ${count} as c where difference <> 0
      union all select id, 'closed', -(expected + difference), null, '', null, at, 4 from ${count} as c
    ) as one order by till_id, step, at`.execute(trx)
  await sql`
    update tills t set name = '櫃檯', closed_at = c.at, closed_by = ${staffId}, expected = c.expected, counted = c.expected + c.difference,
      explanation = case when c.difference = 0 then '' else '找錯零錢' end
    from ${count} as c where c.id = t.id`.execute(trx)
}

async function insertPayments(trx: Trx): Promise<void> {
  await sql`
    insert into payment_attempts (id, order_id, trade_no, state, method, amount, gateway_trade_no, created_at, settled_at)
    select "attemptId", id, 'D' || "orderNo", 'paid', method, amount, case when method <> 'cash' then 'D' || "orderNo" end, "bookedAt", "paidAt"
    from past where amount > 0`.execute(trx)
  await sql`
    insert into ledger (order_id, attempt_id, kind, way, till_id, amount, cause, at)
    select id, "attemptId", 'payment', way, "tillId", amount, 'payment:' || "attemptId", "paidAt" from past where amount > 0 order by "paidAt"`.execute(
    trx,
  )
  await sql`
    insert into demo_trades (trade_no, merchant_trade_no, amount, item, locale, addresses, offers, number_days, number_minutes, state, method, refunded, created_at, paid_at)
    select 'D' || "orderNo", 'D' || "orderNo", amount, '', 'tw', '{}', '{card}', 3, 4320, 'paid', method, back, "bookedAt", "paidAt"
    from past where amount > 0 and method in ('card', 'atm')`.execute(trx)
}

async function insertRefunds(trx: Trx): Promise<void> {
  await sql`
    insert into refunds_due (id, order_id, attempt_id, amount, reason, cause, item_id, created_at, done_at)
    select "dueId", id, "attemptId", back, "refundCause", "refundCause" || ':' || "itemId", "itemId", "askedAt", "refundedAt"
    from past where back > 0`.execute(trx)
  await sql`
    insert into refunds (id, refund_no, order_id, attempt_id, cause, state, way, amount, reason, try_at, created_at, changed_at)
    select "refundId", "refundNo", id, "attemptId", "refundCause", 'refunded', "refundWay", back, '', "askedAt", "askedAt", "refundedAt"
    from past where back > 0`.execute(trx)
  await sql`
    insert into refund_items (refund_id, item_id, due_id, paid, percent, amount)
    select "refundId", "itemId", "dueId", amount, percent, back from past where back > 0`.execute(trx)
  await sql`
    insert into refund_steps (refund_id, state, at)
    select "refundId", step.state, case when step.state = 'refunded' then "refundedAt" else "askedAt" end
    from past, unnest(array['requested', 'approved', 'processing', 'refunded']) with ordinality as step (state, n) where back > 0 order by "askedAt", "refundId", n`.execute(
    trx,
  )
  await sql`
    insert into ledger (order_id, attempt_id, kind, way, amount, cause, at)
    select id, "attemptId", 'refund', way, -back, 'refund:' || "refundId", "refundedAt" from past where back > 0 order by "refundedAt"`.execute(
    trx,
  )
}

async function insertPoints(trx: Trx): Promise<void> {
  const { violations } = await readLimits(trx)
  await sql`
    insert into violations (id, member_id, order_id, kind, cause, day, at, expires_at)
    select "pointId", "memberId", id, 'no-show', "pointCause", day, "missedAt", "missedAt" + make_interval(days => ${violations.pointDays})
    from past where fate = 'missed'`.execute(trx)
}
