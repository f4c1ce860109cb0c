import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { brokenInvariants } from '#testing/invariants.ts'

export type Item = { court: number; start: string; checkedInAt: string | null }
export type OrderFact = { orderNo: string; memberId: string; state: string; items: Item[] }
export type Occupied = { space: number; from: number; to: number; holder: string }
export type Witness = { name: string; wrong: string | undefined }

/** What is in the database after a trial, and what was seen of the processes. */
export type Facts = {
  orders: Map<string, OrderFact>
  /** Numbers of the orders that members placed, by member and idempotency key. */
  ordersByKey: Map<string, string[]>
  occupied: Occupied[]
  /** Floor that had two holders at some moment of the trial. */
  seenTwice: string[]
  /** Ids of what may hold floor: items, moves that wait for their top-up, floor that is kept for the line. */
  holders: Set<string>
  refunds: Map<string, { orderNo: string }>
  /** Rows of the audit log that let somebody in, by order. */
  checkIns: Map<string, number>
  wishes: Map<string, string>
  /** Payments and refunds in the ledger, by trade. */
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
    union select id from freed_floor where settled_at is null`.execute(db)
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
    ...(await readLedger(db)),
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

async function readLedger(db: Db): Promise<Pick<Facts, 'payments' | 'paidBack'>> {
  const { rows } = await sql<{ kind: string; tradeNo: string; amounts: number[] }>`
    select l.kind, a.trade_no as "tradeNo", array_agg(abs(l.amount)) as amounts
    from ledger l join payment_attempts a on a.id = l.attempt_id group by 1, 2`.execute(db)
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map(({ tradeNo, amounts }) => [tradeNo, amounts]))
  return { payments: of('payment'), paidBack: of('refund') }
}

async function readUnsettled(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'an order waits for money after its deadline: ' || order_no as what from orders where state = 'awaiting-payment' and pay_before <= ${now}
    union all select 'floor is held after the end of its hold: ' || holder_id from occupancy where hold_until <= ${now}
    union all select 'floor came free and nobody was asked: ' || id from freed_floor where settled_at is null
    union all select 'a wish is open after its last moment: ' || id from wishes where state = 'open' and not_after <= ${now}
    union all select 'a refund is on its way for ever: ' || refund_no || ' ' || state from refunds where state in ('approved', 'processing')
    union all select 'money is owed and no refund was made: ' || id from refunds_due d where done_at is null
      and not exists (select from refund_items i where i.due_id = d.id)
    union all select 'a payment is undecided for ever: ' || trade_no from payment_attempts where state in ('created', 'processing')`.execute(
    db,
  )
  return rows.map(({ what }) => what)
}
