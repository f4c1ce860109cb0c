import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { closuresOf } from './closure-steps.ts'
import { houseOf } from './house-steps.ts'
import { waitingOf } from './wish-steps.ts'

/** SQL of an order's money: paid, sent back, owed back. */
const moneyOf = sql`
  cross join lateral (select coalesce(sum(l.amount), 0) as amount from ledger l where l.order_id = o.id and l.kind = 'payment') as paid
  cross join lateral (select coalesce(-sum(l.amount), 0) as amount from ledger l where l.order_id = o.id and l.kind = 'refund') as sent
  cross join lateral (select coalesce(sum(r.amount), 0) as amount from refunds_due r where r.order_id = o.id) as owed`

/** SQL of the same for a booking's order \`o\` with the supplements of its items, and of what the terms kept: they have one refund. */
const wholeOf = sql`
  cross join lateral (select array(select o.id union all select s.id from order_items i join orders s on s.supplement_of = i.id where i.order_id = o.id) as ids) as these
  cross join lateral (select coalesce(sum(l.amount), 0) as amount from ledger l where l.order_id = any (these.ids) and l.kind = 'payment') as paid
  cross join lateral (select coalesce(sum(r.amount), 0) as amount from refunds_due r where r.order_id = any (these.ids)) as owed
  cross join lateral (select coalesce(sum(i.paid - i.amount), 0) as amount from refund_items i join refunds r on r.id = i.refund_id where r.order_id = o.id) as kept
  cross join lateral (select coalesce(sum(s.amount), 0) as amount from orders s where s.id = any (these.ids) and s.kind = 'supplement' and s.state = 'confirmed') as besides`

/** SQL of an open order's value: its lines that were not given back, with floor and without. */
const worthOf = sql`
  cross join lateral (select
    (select coalesce(sum(i.price + i.light_fee + i.deposit), 0) from order_items i where i.order_id = o.id and i.state = 'active')
    + (select coalesce(sum(l.amount), 0) from order_lines l where l.order_id = o.id and l.state = 'active') as amount) as worth`

/** SQL of what a used-up locker order keeps: the rent, and the deposit when it had to be cleared. */
const usedOf = sql`
  cross join lateral (select coalesce(sum(t.price + case when r.state = 'cleared' then t.deposit else 0 end), 0) as amount
    from locker_terms t join locker_rentals r on r.id = t.rental_id where t.order_id = o.id) as used`

/** SQL of what moves may break: the floor of parked and moved items, and supplements of items that are gone. */
const movesOf = sql`
  union all select 'a parked item stands somewhere: ' || i.id from order_items i join occupancy c on c.holder_id = i.id where i.parked_at is not null
  union all select 'a booking stands where its item is not: ' || i.id from order_items i join occupancy c on c.holder_id = i.id
    where c.during <> i.during or not exists (select from court_spaces s where s.court_id = i.court_id and s.space_id = c.space_id)
  union all select 'a supplement is asked for a booking that was cancelled: ' || s.order_no from orders s join order_items i on i.id = s.supplement_of
    where i.state = 'cancelled' and s.state in ('awaiting-payment', 'confirmed')
  union all select 'a move holds floor though nobody can pay for it: ' || s.order_no from pending_moves p join orders s on s.id = p.order_id
    join occupancy c on c.holder_id = s.id where s.state <> 'awaiting-payment'
  union all select 'a paid top-up has moved nothing: ' || s.order_no from pending_moves p join orders s on s.id = p.order_id
    where (s.state = 'confirmed') <> (s.supplement_of is not null and s.state = 'confirmed')`

/** SQL of moves that wait for their top-up at a moment and do not hold all of their new floor. */
const pendingAt = (now: Date) => sql`
  union all select 'a move that waits for its top-up is not held: ' || s.order_no from pending_moves p join orders s on s.id = p.order_id join court_spaces cs on cs.court_id = p.to_court_id
    where s.state = 'awaiting-payment' and s.pay_before > ${now} and not isempty(tstzmultirange(p.to_during) - coalesce(
      (select range_agg(o.during) from held_spaces o where o.holder_id in (p.order_id, p.item_id) and o.space_id = cs.space_id and o.held_until > ${now}), '{}'::tstzmultirange))`

/** SQL of what merging doubles may break: something is left with a double, or the floor names somebody else than the booking. */
const mergesOf = sql`
  union all select 'a double that was merged still has an order: ' || o.order_no from orders o join members m on m.id = o.member_id where m.merged_into is not null
  union all select 'a double that was merged still has a locker or points: ' || m.id from members m where m.merged_into is not null
    and (exists (select from locker_rentals r where r.member_id = m.id) or exists (select from violations v where v.member_id = m.id))
  union all select 'an item is not of the member of its order: ' || i.id from order_items i join orders o on o.id = i.order_id where i.member_id <> o.member_id
  union all select 'a space names another member than its booking: ' || i.id from occupancy c join order_items i on i.id = c.holder_id where c.member_id <> i.member_id`

/** SQL of what tills may break: what they hold, and what was expected of them when they were closed. */
const tillsOf = sql`
  union all select 'a till does not hold what the ledger says: ' || t.name from tills t
    where (select coalesce(sum(r.amount), 0) from till_rows r where r.till_id = t.id and r.kind in ('sale', 'refund'))
      <> (select coalesce(sum(l.amount), 0) from ledger l where l.till_id = t.id and l.way = 'cash')
  union all select 'a closed till was expected to hold something else than its rows: ' || t.name from tills t
    where t.closed_at is not null and (
      t.expected <> (select sum(r.amount) from till_rows r where r.till_id = t.id and r.kind not in ('difference', 'closed'))
      or (select sum(r.amount) from till_rows r where r.till_id = t.id) <> 0
      or t.counted - t.expected <> (select coalesce(sum(r.amount), 0) from till_rows r where r.till_id = t.id and r.kind = 'difference'))
  union all select 'less than nothing is in a till: ' || t.name from tills t where (select sum(r.amount) from till_rows r where r.till_id = t.id) < 0`

/** SQL of what refunds may break: their sums, the payments that they give back, that they are one for one thing; and the amounts of orders. */
const refundsOf = sql`
  union all select 'a refund is not what its items are: ' || r.refund_no from refunds r
    where r.amount <> (select sum(i.amount) from refund_items i where i.refund_id = r.id)
  union all select 'a refund is booked, and not refunded, or the other way round: ' || r.refund_no from refunds r
    where (select coalesce(-sum(l.amount), 0) from ledger l where starts_with(l.cause, 'refund:' || r.id)) <> case when r.state = 'refunded' then r.amount else r.went_back end
  union all select 'a refund waits for a card that has no part in it: ' || r.refund_no from refunds r
    where r.way = 'card' and r.state in ('approved', 'processing', 'failed') and not exists (
      select from refund_items i join refunds_due d on d.id = i.due_id and d.done_at is null
      join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id) and a.method in ('card', 'wallet') where i.refund_id = r.id)
  union all select 'a payment gives back more than it was: ' || a.trade_no from payment_attempts a
    where (select coalesce(sum(d.amount), 0) from refunds_due d where d.attempt_id = a.id) > a.amount
      or (select coalesce(-sum(l.amount), 0) from ledger l where l.attempt_id = a.id and l.kind = 'refund') > a.amount
  union all select distinct 'what is owed for one reason goes back as two refunds: ' || r.refund_no from refunds r
    join refunds o on o.order_id = r.order_id and o.cause = r.cause and o.id <> r.id and o.created_at <= r.created_at
      -- What vouchers have paid becomes no money: it is a refund of its own.
      and (o.way = 'voucher') = (r.way = 'voucher')
    join refund_items i on i.refund_id = r.id join refunds_due d on d.id = i.due_id
    -- It was owed before the other refund was made, which left it out.
    where r.cause in ('asked', 'venue-cancelled') and d.created_at < o.created_at
  union all select 'the amount of an order is not what its items cost: ' || o.order_no from orders o
    where o.kind = 'venue' and (o.state = 'awaiting-payment' or o.confirmed_at is not null)
      and o.amount <> (select coalesce(sum(i.price + i.light_fee + i.deposit), 0) from order_items i where i.order_id = o.id
        -- Cancelled before it was paid for, an item costs nothing.
        and (i.state = 'active' or exists (select from refund_items p where p.item_id = i.id)
          or exists (select from refunds_due d where d.item_id = i.id and d.order_id = o.id and d.reason <> 'moved')))`

/** SQL of what lines may break: with floor or without, they sum up to the amount of their order. */
const linesOf = sql`
  union all select 'the amount of an order is not what its lines are: ' || o.order_no from orders o
    where (o.title_tw is not null or exists (select from order_lines l where l.order_id = o.id))
      and o.amount <> (select coalesce(sum(l.amount), 0) from order_lines l where l.order_id = o.id)
        + (select coalesce(sum(i.price + i.light_fee + i.deposit), 0) from order_items i where i.order_id = o.id)
  union all select 'an order is for nothing: ' || o.order_no from orders o
    where not exists (select from order_lines l where l.order_id = o.id) and not exists (select from order_items i where i.order_id = o.id)
  union all select 'rent and deposit of a locker are not the lines of its order: ' || o.order_no from locker_terms t join orders o on o.id = t.order_id
    where t.price <> (select coalesce(sum(l.amount), 0) from order_lines l where l.order_id = o.id and l.purpose = 'price')
      or t.deposit <> (select coalesce(sum(l.amount), 0) from order_lines l where l.order_id = o.id and l.purpose = 'deposit')`

/** Checks the invariants of the whole database; answers those that are broken. */
export async function brokenInvariants(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ complaint: string }>`
    select 'a space is taken twice' as complaint from occupancy a join occupancy b on a.space_id = b.space_id and a.during && b.during and a.ctid < b.ctid
    union all select 'a confirmed item stands nowhere: ' || i.id from order_items i join orders o on o.id = i.order_id
      where o.state in ('confirmed', 'checked-in') and i.state = 'active' and i.parked_at is null
        and (select count(*) from occupancy c where c.holder_id = i.id and c.hold_until is null) <> (select count(*) from court_spaces s where s.court_id = i.court_id)
    union all select 'a held item stands nowhere: ' || i.id from order_items i join orders o on o.id = i.order_id
      where o.state = 'awaiting-payment' and o.pay_before > ${now} and i.state = 'active' and i.parked_at is null
        and (select count(*) from occupancy c where c.holder_id = i.id and c.hold_until > ${now}) <> (select count(*) from court_spaces s where s.court_id = i.court_id)
    ${movesOf}
    ${pendingAt(now)}
    ${mergesOf}
    union all select 'an order that is over still stands: ' || o.state from occupancy c join order_items i on i.id = c.holder_id join orders o on o.id = i.order_id
      where o.state in ('expired', 'cancelled', 'venue-cancelled') or i.state = 'cancelled'
    -- Hours that staff gave by moving are not limited.
    union all select 'somebody is over the hours of a day: ' || sum(i.minutes) from order_items i join orders o on o.id = i.order_id
      where i.state = 'active' and i.counts_for_quota and o.placed_by is null and i.moves = 0 and (o.state = 'confirmed' or (o.state = 'awaiting-payment' and o.pay_before > ${now}))
        -- Late money confirms what is still free, whatever was booked meanwhile, and whether or not a job has said that the time was up.
        and not exists (select from outbox e where e.topic = 'order' and e.subject_id = o.id and e.payload ->> 'kind' = 'expired')
        and not exists (select from ledger l where l.order_id = o.id and l.kind = 'payment' and l.at >= o.pay_before)
        -- What two rows of one person have booked stays booked.
        and not exists (select from members d where d.merged_into = i.member_id)
      group by i.member_id, i.sport, i.day having sum(i.minutes) > 120
    union all select 'what is confirmed is not what was paid for: ' || o.order_no from orders o ${wholeOf} ${worthOf}
      where o.state in ('confirmed', 'checked-in') and o.supplement_of is null and worth.amount + besides.amount <> paid.amount - owed.amount - kept.amount
    union all select 'money is kept for an order that is over: ' || o.order_no from orders o ${wholeOf}
      where o.state in ('expired', 'cancelled', 'venue-cancelled') and o.supplement_of is null and paid.amount <> owed.amount + kept.amount
    union all select 'more went back than came in: ' || o.order_no from orders o ${moneyOf} where sent.amount > paid.amount or owed.amount > paid.amount
    union all select 'what is sent is not what is no longer owed: ' || o.order_no from orders o ${moneyOf}
      where sent.amount <> coalesce((select sum(r.amount) from refunds_due r where r.order_id = o.id and r.done_at is not null), 0)
    union all select 'money in minus money out is not what open orders hold, what was used, what is owed, and what was kept by the terms'
      where (select coalesce(sum(amount), 0) from ledger)
        <> (select coalesce(sum(worth.amount), 0) from orders o ${worthOf} where o.state in ('confirmed', 'checked-in') or (o.kind <> 'locker' and o.state in ('completed', 'no-show')))
          + (select coalesce(sum(used.amount), 0) from orders o ${usedOf} where o.kind = 'locker' and o.state = 'completed')
          + (select coalesce(sum(amount), 0) from refunds_due where done_at is null) + (select coalesce(sum(i.paid - i.amount), 0) from refund_items i)
    ${refundsOf}
    ${linesOf}
    union all select 'a payment was booked twice' from ledger l where l.kind = 'payment' group by l.attempt_id having count(*) > 1
    union all select 'a paid attempt has no ledger row' from payment_attempts a where a.state = 'paid' and not exists (select from ledger l where l.attempt_id = a.id)
    union all select 'a ledger row has no paid attempt' from ledger l join payment_attempts a on a.id = l.attempt_id where a.state <> 'paid'
    union all select 'a number is missing among own receipts: ' || s.series from receipt_series s
      where s.last <> (select count(*) from own_receipts r where r.series = s.series)
    union all select 'a locker has two holders' from locker_rentals where state in ('reserved', 'active') group by locker_id having count(*) > 1
    union all select 'a member has two lockers' from locker_rentals where state in ('reserved', 'active') group by member_id having count(*) > 1
    union all select 'a locker is rented without an order that holds it: ' || r.id from locker_rentals r
      where r.state = 'active' and not exists (select from locker_terms t join orders o on o.id = t.order_id where t.rental_id = r.id and t.state = 'paid' and o.state = 'confirmed')
    union all select 'the deposit went the wrong way: ' || o.order_no from orders o ${wholeOf} ${usedOf}
      where o.kind = 'locker' and o.state = 'completed' and paid.amount - owed.amount - kept.amount <> used.amount
    ${tillsOf}
    ${waitingOf(now)}
    ${closuresOf(now)}
    ${houseOf(now)}
    union all select 'an unpaid order has money: ' || o.order_no from orders o where o.state = 'awaiting-payment' and exists (select from ledger l where l.order_id = o.id)`.execute(
    db,
  )
  return rows.map(({ complaint }) => complaint)
}
