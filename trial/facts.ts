import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { brokenInvariants } from '#testing/invariants.ts'

export type Item = { court: number; start: string; checkedInAt: string | null }
export type OrderFact = { orderNo: string; memberId: string; state: string; items: Item[] }
export type Occupied = { space: number; from: number; to: number; holder: string }
/** An order for which money came in, with the supplements of its booking. `hasFloor`: its own, or an offer of other floor. */
export type PaidFor = { orderNo: string; paid: number; back: number; holds: boolean; hasFloor: boolean }
export type Witness = { name: string; wrong: string | undefined }

/** What is in the database after a trial, and what was seen of the processes. */
export type Facts = {
  orders: Map<string, OrderFact>
  /** Numbers of the orders that members placed, by member and idempotency key. */
  ordersByKey: Map<string, string[]>
  occupied: Occupied[]
  /** Floor that had two holders at some moment of the trial. */
  seenTwice: string[]
  /** Ids of what may hold floor: items, moves that wait for their top-up, floor that is kept for the line, closures, and offers of other floor. */
  holders: Set<string>
  refunds: Map<string, { orderNo: string }>
  /** Rows of the audit log that let somebody in, by order. */
  checkIns: Map<string, number>
  wishes: Map<string, string>
  /** Closures by id, with the key of their request. */
  closures: Map<string, { key: string; state: string }>
  /** State of offers of other floor, by id. */
  offers: Map<string, string>
  paidFor: PaidFor[]
  /** What the invoices of each order have to add up to. */
  invoiced: Map<string, number>
  /** Payments in the ledger that were taken at the desk, by order. */
  takenAtDesk: Map<string, number[]>
  /** Payments and refunds in the ledger that went through the bank, by trade. */
  payments: Map<string, number[]>
  paidBack: Map<string, number[]>
  /** What still waits for a deadline that has passed. */
  unsettled: string[]
  invariants: string[]
  answers: number
  processes: Witness[]
  jobs: Witness[]
}

type Seen = Pick<Facts, 'answers' | 'processes' | 'jobs' | 'seenTwice'>

/** Reads all that a trial is held against, at a moment when every deadline has passed and every job has run. */
export async function readFacts(db: Db, now: Date, seen: Seen): Promise<Facts> {
  const { orders, ordersByKey } = await readOrders(db)
  const occupied = await sql<Occupied>`
    select space_id as space, extract(epoch from lower(during))::float8 as "from", extract(epoch from upper(during))::float8 as "to", holder_id as holder
    from occupancy`.execute(db)
  const holders = await sql<{ id: string }>`
    select id from order_items where state = 'active' union select order_id from pending_moves
    union select id from freed_floor where settled_at is null union select id from blocks where lifted_at is null
    union select id from closure_offers where state = 'open'`.execute(db)
  const refunds = await sql<{ refundNo: string; orderNo: string }>`
    select refund_no as "refundNo", order_no as "orderNo" from refunds r join orders o on o.id = r.order_id`.execute(db)
  const checkIns = await sql<{ orderNo: string; times: number }>`
    select subject_id as "orderNo", count(*)::int as times from audit_log where action = 'ticket.checked_in' group by 1`.execute(db)
  const wishes = await sql<{ id: string; memberId: string }>`select id, member_id as "memberId" from wishes`.execute(db)
  return {
    ...seen,
    orders,
    ordersByKey,
    occupied: occupied.rows,
    holders: new Set(holders.rows.map(({ id }) => id)),
    refunds: new Map(refunds.rows.map(({ refundNo, orderNo }) => [refundNo, { orderNo }])),
    checkIns: new Map(checkIns.rows.map(({ orderNo, times }) => [orderNo, times])),
    wishes: new Map(wishes.rows.map(({ id, memberId }) => [id, memberId])),
    ...(await readClosures(db)),
    ...(await readLedger(db)),
    paidFor: await readPaidFor(db),
    invoiced: await readInvoiced(db),
    unsettled: await readUnsettled(db, now),
    invariants: await brokenInvariants(db, now),
  }
}

/** Holds that are not paid for yet and overlap something: they lapse, so that nobody would see them at the end. */
export async function readDoubleHolds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'space ' || a.space_id || ' was held by ' || least(a.holder_id, b.holder_id) || ' and by ' || greatest(a.holder_id, b.holder_id) as what
    from occupancy a join occupancy b on a.space_id = b.space_id and a.during && b.during and a.ctid <> b.ctid
    where a.hold_until is not null`.execute(db)
  return rows.map(({ what }) => what)
}

async function readOrders(db: Db): Promise<Pick<Facts, 'orders' | 'ordersByKey'>> {
  type Row = OrderFact & { key: string | null }
  const { rows } = await sql<Row>`
    select o.order_no as "orderNo", o.member_id as "memberId", o.state,
      case when o.kind = 'venue' and not o.from_waiting_list then o.idempotency_key end as key,
      coalesce(jsonb_agg(jsonb_build_object('court', i.court_id, 'start', to_char(lower(i.during) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
        'checkedInAt', to_char(i.checked_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) filter (where i.id is not null), '[]') as items
    from orders o left join order_items i on i.order_id = o.id group by o.id`.execute(db)
  const ordersByKey = new Map<string, string[]>()
  for (const { key, memberId, orderNo } of rows) {
    const named = `${memberId} ${key}`
    if (key !== null) ordersByKey.set(named, [...(ordersByKey.get(named) ?? []), orderNo])
  }
  return { orders: new Map(rows.map((row) => [row.orderNo, row])), ordersByKey }
}

async function readLedger(db: Db): Promise<Pick<Facts, 'payments' | 'paidBack' | 'takenAtDesk'>> {
  const { rows } = await sql<{ kind: string; name: string; amounts: number[] }>`
    select l.kind, a.trade_no as name, array_agg(abs(l.amount)) as amounts
    from ledger l join payment_attempts a on a.id = l.attempt_id where l.way = 'card' group by 1, 2
    union all select 'desk', o.order_no, array_agg(l.amount)
    from ledger l join orders o on o.id = l.order_id where l.kind = 'payment' and l.way in ('cash', 'terminal') group by 1, 2`.execute(db)
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map(({ name, amounts }) => [name, amounts]))
  return { payments: of('payment'), paidBack: of('refund'), takenAtDesk: of('desk') }
}

async function readClosures(db: Db): Promise<Pick<Facts, 'closures' | 'offers'>> {
  const closures = await db.selectFrom('closures').select(['id', 'request_key as key', 'state']).execute()
  const offers = await db.selectFrom('closure_offers').select(['id', 'state']).execute()
  return {
    closures: new Map(closures.map(({ id, ...closure }) => [id, closure])),
    offers: new Map(offers.map(({ id, state }) => [id, state])),
  }
}

async function readPaidFor(db: Db): Promise<PaidFor[]> {
  const { rows } = await sql<PaidFor>`
    select o.order_no as "orderNo", paid.amount as paid, back.amount as back,
      o.state in ('confirmed', 'checked-in') and exists (select from order_items i where i.order_id = o.id and i.state = 'active') as holds,
      not exists (select from order_items i where i.order_id = o.id and i.state = 'active'
        and (select count(*) from occupancy c where c.holder_id = i.id and c.hold_until is null) <> (select count(*) from court_spaces s where s.court_id = i.court_id)
        and not exists (select from closure_offers f where f.item_id = i.id and f.state = 'open')) as "hasFloor"
    from orders o
    cross join lateral (select array(select o.id union all select s.id from order_items i join orders s on s.supplement_of = i.id where i.order_id = o.id) as ids) as these
    cross join lateral (select coalesce(sum(l.amount), 0)::int as amount from ledger l where l.order_id = any (these.ids) and l.kind = 'payment') as paid
    cross join lateral (select coalesce(sum(d.amount), 0)::int as amount from refunds_due d where d.order_id = any (these.ids)) as back
    where paid.amount > 0 and o.supplement_of is null`.execute(db)
  return rows
}

/** What was paid and is not owed back, by the number of the order as the issuer has it. */
async function readInvoiced(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; amount: number }>`
    select regexp_replace(o.order_no, '[^A-Za-z0-9]', '', 'g') as name, (select sum(l.amount)::int from ledger l where l.order_id = o.id and l.kind = 'payment')
      - (select coalesce(sum(d.amount), 0)::int from refunds_due d where d.order_id = o.id) as amount
    from orders o where exists (select from ledger l where l.order_id = o.id and l.kind = 'payment')`.execute(db)
  return new Map(rows.map(({ name, amount }) => [name.toUpperCase(), amount]))
}

async function readUnsettled(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'an order waits for money after its deadline: ' || order_no as what from orders where state = 'awaiting-payment' and pay_before <= ${now}
    union all select 'floor is held after the end of its hold: ' || holder_id from occupancy where hold_until <= ${now}
    union all select 'floor came free and nobody was asked: ' || id from freed_floor where settled_at is null
    union all select 'a wish is open after its last moment: ' || id from wishes where state = 'open' and not_after <= ${now}
    union all select 'a refund is on its way for ever: ' || refund_no || ' ' || state from refunds where way = 'card' and state in ('approved', 'processing')
    union all select 'money is owed and no refund was made: ' || id from refunds_due d where done_at is null
      and not exists (select from refund_items i where i.due_id = d.id)
    union all select 'a closure is under way for ever: ' || id from closures where state = 'running'
    union all select 'a booking was not settled by its closure: ' || holder_id || ' ' || state from closure_items where state in ('waiting', 'failed')
    union all select 'an offer of other floor is open after its time: ' || id from closure_offers where state = 'open' and hold_until <= ${now}
    union all select 'an invoice waits for ever: ' || v.relate_no || ' ' || d.kind || ' ' || coalesce(d.problem, '') from invoice_deeds d
      join invoices v on v.id = d.invoice_id where d.state in ('open', 'held')
    union all select 'a payment is undecided for ever: ' || trade_no from payment_attempts where state in ('created', 'processing')`.execute(
    db,
  )
  return rows.map(({ what }) => what)
}
