import { randomUUID } from 'node:crypto'
import { askFunction } from '#db/ask-function.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { inEach } from '#i18n/words.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { NewLine } from './line-rules.ts'
import { titleOf } from './line-texts.ts'
import { orderStates, type ItemRequest, type OrderState, type QuotedItem } from './rules.ts'

export type NewOrder = {
  id: string
  orderNo: string
  memberId: string
  state: 'awaiting-payment' | 'confirmed'
  amount: number
  /** The total that the member saw; null when the client did not say. */
  seenAmount: number | null
  payBefore: Date | null
  contactName: string
  contactPhone: string
  remark: string
  idempotencyKey: string
  requestHash: string
  placedBy: string | null
  fromWaitingList: boolean
  /** Paid at the desk until the deadline, not online within minutes. */
  payAtDesk: boolean
  identityId: number
  items: (QuotedItem & { id: string })[]
  catalogueVersion: number
  /** Null for orders by staff: no quota. */
  quota: { perDayAndSport: number; perWeek: number } | null
  /** Of a member who will pay at the desk: so many such orders may be open, this one included. */
  openDeskOrders: number | null
  /** Has been held back once already (see decide-orders.ts). */
  insists: boolean
  now: Date
}

/** An order as it was written, now or by the same request before. */
const Written = z.object({
  again: z.boolean(),
  orderNo: z.string(),
  state: z.enum(orderStates),
  amount: z.number(),
  payBefore: z.string().nullable(),
})
const OverQuota = z.object({
  limit: z.enum(['day', 'week']),
  sport: z.string().optional(),
  day: z.string(),
  minutes: z.number(),
  allowed: z.number(),
})
export type OverQuota = z.infer<typeof OverQuota>

const Refused = z.discriminatedUnion('refused', [
  z.object({ refused: z.literal('period_taken'), items: z.array(z.string()) }),
  z.object({ refused: z.enum(['no_such_member', 'key_reused', 'stale_catalogue']) }),
  /** Conflicted with another order of the same batch that was itself refused: retry. */
  z.object({ refused: z.literal('undecided') }),
  z.object({ refused: z.literal('over_quota'), over: OverQuota }),
  z.object({ refused: z.literal('suspended'), until: z.string() }),
  z.object({ refused: z.literal('price_changed'), amount: z.number() }),
  z.object({ refused: z.literal('desk_orders_open'), open: z.number(), allowed: z.number() }),
])
const Placing = z.union([Written, Refused])
export type Placing = z.infer<typeof Placing>
const Placed = z.object({ order_id: z.string(), outcome: Placing })

/** The moment of the order that came last. */
const latest = (orders: readonly NewOrder[]): Date => new Date(Math.max(...orders.map(({ now }) => now.getTime())))

/** Every decision of many members in one statement: see db/functions/place_orders.sql. At most one order of a member. */
export async function insertOrders(db: DbOrTrx, orders: NewOrder[]): Promise<Placing[]> {
  const json = JSON.stringify(orders.map(asJson))
  const rows = await askFunction(
    db,
    Placed,
    sql`select order_id, outcome from place_orders(${json}::jsonb, ${latest(orders)}::timestamptz)`,
  )
  const outcomes = new Map(rows.map(({ order_id, outcome }) => [order_id, outcome]))
  return orders.map(({ id }) => outcomes.get(id)!)
}

function asJson({ items, quota, insists: _, ...order }: NewOrder): object {
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

export type KeyedOrder = { requestHash: string; orderNo: string; state: OrderState; amount: number; payBefore: Date | null }

/** The order that this member has made with this idempotency key. */
export async function findByKey(db: DbOrTrx, memberId: string, idempotencyKey: string): Promise<KeyedOrder | undefined> {
  const { rows } = await sql<KeyedOrder>`
    select request_hash as "requestHash", order_no as "orderNo", state, amount, pay_before as "payBefore" from orders
    where member_id = ${memberId} and idempotency_key = ${idempotencyKey}`.execute(db)
  return rows[0]
}

const Late = z.object({ taken: z.array(z.number()), others: z.array(z.number()).nullable(), catalogue_version: z.string().nullable() })

/** Which of these periods are held, and about which of these orders something else is to be said first: see db/functions/late_orders.sql. Indexes. */
export async function readLate(db: DbOrTrx, wanted: readonly ItemRequest[], orders: readonly NewOrder[]) {
  const [courts, from, to] = [
    wanted.map(({ courtId }) => courtId),
    wanted.map(({ period }) => period.start),
    wanted.map(({ period }) => period.end),
  ]
  const [members, keys] = [orders.map(({ memberId }) => memberId), orders.map(({ idempotencyKey }) => idempotencyKey)]
  const call = sql`select taken, others, catalogue_version from late_orders(${courts}::integer[], ${from}::timestamptz[], ${to}::timestamptz[],
    ${members}::uuid[], ${keys}::text[], ${latest(orders)}::timestamptz)`
  const [late] = await askFunction(db, Late, call)
  const indexes = (positions: number[]) => new Set(positions.map((position) => position - 1))
  return { taken: indexes(late!.taken), others: indexes(late!.others ?? []), catalogueVersion: Number(late!.catalogue_version) }
}

/** An order whose periods its member already holds: nothing is left to decide. `items` as place_orders takes them. */
export type HeldOrderRow = Omit<
  NewOrder,
  'identityId' | 'items' | 'catalogueVersion' | 'quota' | 'seenAmount' | 'fromWaitingList' | 'openDeskOrders' | 'insists'
> & {
  kind: string
  preOrderNo?: string
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

/** An order of which no line has floor. */
export type PlainOrder = Pick<NewOrder, 'id' | 'orderNo' | 'memberId' | 'idempotencyKey' | 'requestHash'> & {
  kind: string
  lines: NewLine[]
  payBefore: Date
  /** The item that a supplement is for. */
  supplementOf?: string
}

/** Writes an order without floor, and answers what it costs: the sum of its lines. One that costs nothing is confirmed at once. */
export async function writePlainOrder(db: DbOrTrx, { lines, payBefore, ...order }: PlainOrder, now: Date): Promise<number> {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const state = amount === 0 ? { state: 'confirmed' } : { state: 'awaiting-payment', payBefore }
  const row = { ...order, ...state, amount, ...titleColumns(lines), items: [], now }
  await sql`select from write_orders(${JSON.stringify([row])}::jsonb)`.execute(db)
  await sql`select write_lines(${order.id}::uuid, ${JSON.stringify(lines)}::jsonb)`.execute(db)
  return amount
}

/** The title of an order without floor, which processes of the version before read. */
export function titleColumns(lines: readonly Pick<NewLine, 'words' | 'count'>[]) {
  const { tw: titleTw, en: titleEn } = inEach((locale) => titleOf(lines, locale))
  return { titleTw, titleEn }
}

/** End of the member's suspension, if any. */
export async function readSuspendedUntil(db: DbOrTrx, memberId: string, now: Date): Promise<Date | null> {
  const [row] = await askFunction(db, z.object({ until: z.date().nullable() }), sql`select suspended_until(${memberId}, ${now}) as until`)
  return row!.until
}

/** How many orders the member has to pay at the desk; the same function decides orders. */
export async function readOpenDeskOrders(db: DbOrTrx, memberId: string, now: Date): Promise<number> {
  const [row] = await askFunction(db, z.object({ open: z.number() }), sql`select open_desk_orders(${memberId}, ${now}) as open`)
  return row!.open
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
  const call = sql`select unit, over from over_quota(${JSON.stringify(units)}::jsonb, ${now}::timestamptz)`
  const rows = await askFunction(db, z.object({ unit: z.string(), over: OverQuota }), call)
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
  const wanted = items.filter(({ counts }) => counts).map(({ facility: { sport }, day, minutes }) => ({ sport, day, minutes }))
  return readOverQuotaOf(db, memberId, wanted, quota, now)
}

/** The same for periods of which only sport, day and length are known. */
export async function readOverQuotaOf(
  db: DbOrTrx,
  memberId: string,
  wanted: { sport: string; day: Day; minutes: number }[],
  quota: { perDayAndSport: number; perWeek: number },
  now: Date,
): Promise<OverQuota | null> {
  const unit = randomUUID()
  const json = JSON.stringify(wanted.map((one) => ({ unit, member: memberId, ...one, ...quota })))
  const call = sql`select over from over_quota(${json}::jsonb, ${now}::timestamptz)`
  const [row] = await askFunction(db, z.object({ over: OverQuota }), call)
  return row?.over ?? null
}
