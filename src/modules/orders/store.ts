import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { OrderState, QuotedItem } from './rules.ts'

export type NewOrder = {
  id: string
  orderNo: string
  memberId: string
  state: 'awaiting-payment' | 'confirmed'
  amount: number
  payBefore: Date | null
  contactName: string
  contactPhone: string
  remark: string
  idempotencyKey: string
  requestHash: string
  placedBy: string | null
  identityId: number
  items: (QuotedItem & { id: string })[]
  catalogueVersion: number
  /** Null for orders by staff: no quota. */
  quota: { perDayAndSport: number; perWeek: number } | null
  now: Date
}

/** An order as it was written, now or by the same request before. */
export type Written = { again: boolean; orderNo: string; state: OrderState; amount: number; payBefore: string | null }
export type OverQuota = { limit: 'day' | 'week'; sport?: string; day: string; minutes: number; allowed: number }

export type Placing =
  | Written
  | { refused: 'no_such_member' | 'key_reused' | 'stale_catalogue' }
  /** Conflicted with another order of the same batch that was itself refused: retry. */
  | { refused: 'undecided' }
  | { refused: 'over_quota'; over: OverQuota }
  | { refused: 'suspended'; until: string }
  | { refused: 'period_taken'; items: string[] }

/** Every decision of many members in one statement: see db/functions/place_orders.sql. At most one order of a member. */
export async function insertOrders(db: DbOrTrx, orders: NewOrder[]): Promise<Placing[]> {
  const now = new Date(Math.max(...orders.map((order) => order.now.getTime())))
  const { rows } = await sql<{
    order_id: string
    outcome: Placing
  }>`select order_id, outcome from place_orders(${JSON.stringify(orders.map(asJson))}::jsonb, ${now}::timestamptz)`.execute(db)
  const outcomes = new Map(rows.map(({ order_id, outcome }) => [order_id, outcome]))
  return orders.map(({ id }) => outcomes.get(id)!)
}

function asJson({ items, quota, ...order }: NewOrder): object {
  return {
    ...order,
    kind: 'venue',
    ...(quota ? { quota } : {}),
    items: items.map(({ facility, period, ...item }) => ({
      id: item.id,
      courtId: item.courtId,
      sport: facility.sport,
      start: period.start,
      end: period.end,
      day: item.day,
      minutes: item.minutes,
      counts: item.counts,
      identityId: order.identityId,
      price: item.price,
      lightFee: item.lightFee,
      deposit: item.deposit,
    })),
  }
}

/** An order whose periods its member already holds: nothing is left to decide. `items` as place_orders takes them. */
export type HeldOrderRow = Omit<NewOrder, 'identityId' | 'items' | 'catalogueVersion' | 'quota'> & {
  kind: 'preorder'
  preOrderNo: string
  items: {
    id: string
    courtId: number
    sport: string
    start: Date
    end: Date
    day: Day
    minutes: number
    counts: boolean
    identityId: number
    price: number
    lightFee: number
    deposit: number
  }[]
}

export async function writeOrder(db: DbOrTrx, order: HeldOrderRow): Promise<void> {
  await sql`select from write_orders(${JSON.stringify([order])}::jsonb)`.execute(db)
}

/** End of the member's suspension, if any. */
export async function readSuspendedUntil(db: DbOrTrx, memberId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`select suspended_until(${memberId}, ${now}) as until`.execute(db)
  return rows[0]!.until
}

/** A quota: hours of one sport on a day, or all hours of a week. */
export type CountedHours = { limit: 'day'; sport: string; day: Day } | { limit: 'week'; day: Day }
const unlimited = 2_147_483_647

/** Minutes already booked. Asks the SQL function that decides orders, with limits of zero, so that it reports every sum. */
export async function readBookedMinutes(db: DbOrTrx, memberId: string, asked: CountedHours[], now: Date): Promise<number[]> {
  const units = asked.map((one) => ({
    unit: randomUUID(),
    member: memberId,
    sport: one.limit === 'day' ? one.sport : '',
    day: one.day,
    minutes: 0,
    perDayAndSport: one.limit === 'day' ? -1 : unlimited,
    perWeek: one.limit === 'week' ? -1 : unlimited,
  }))
  const { rows } = await sql<{ unit: string; over: OverQuota }>`
    select unit, over from over_quota(${JSON.stringify(units)}::jsonb, ${now}::timestamptz)`.execute(db)
  const booked = new Map(rows.map(({ unit, over }) => [unit, over.minutes]))
  return units.map(({ unit }) => booked.get(unit)!)
}

export async function readOverQuota(
  db: DbOrTrx,
  memberId: string,
  items: QuotedItem[],
  quota: { perDayAndSport: number; perWeek: number },
  now: Date,
): Promise<OverQuota | null> {
  const unit = randomUUID()
  const json = JSON.stringify(
    items
      .filter(({ counts }) => counts)
      .map(({ facility: { sport }, day, minutes }) => ({ unit, member: memberId, sport, day, minutes, ...quota })),
  )
  const { rows } = await sql<{ over: OverQuota }>`select over from over_quota(${json}::jsonb, ${now}::timestamptz)`.execute(db)
  return rows[0]?.over ?? null
}
