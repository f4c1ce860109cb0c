import type { DbOrTrx } from '#db/connect.ts'
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
  /** Null: staff may place more than a member may. */
  quota: { perDayAndSport: number; perWeek: number } | null
}

export type PlacedRow = { id: string; order_no: string; state: OrderState; amount: number; pay_before: string | null }
export type OverQuota = { limit: 'day' | 'week'; sport?: string; day: string; minutes: number; allowed: number }

export type Placing =
  | { order: PlacedRow; again: boolean }
  | { refused: 'no_such_member' | 'key_reused' | 'stale_catalogue' }
  | { refused: 'over_quota'; over: OverQuota }
  | { refused: 'period_taken'; items: string[] }

/** The whole decision is one statement: see place_order in the migrations. */
export async function insertOrder(db: DbOrTrx, order: NewOrder, now: Date): Promise<Placing> {
  const { items, quota, ...rest } = order
  const json = JSON.stringify({
    ...rest,
    ...(quota ? { quota } : {}),
    now,
    items: items.map((item) => ({
      id: item.id,
      courtId: item.courtId,
      sport: item.facility.sport,
      start: item.period.start,
      end: item.period.end,
      day: item.day,
      minutes: item.minutes,
      counts: item.counts,
      identityId: order.identityId,
      price: item.price,
      lightFee: item.lightFee,
      deposit: item.deposit,
    })),
  })
  const { rows } = await sql<{ placed: Placing }>`select place_order(${json}::jsonb) as placed`.execute(db)
  return rows[0]!.placed
}

export async function readOverQuota(
  db: DbOrTrx,
  memberId: string,
  items: QuotedItem[],
  quota: { perDayAndSport: number; perWeek: number },
  now: Date,
): Promise<OverQuota | null> {
  const json = JSON.stringify(
    items.map((item) => ({ sport: item.facility.sport, day: item.day, minutes: item.minutes, counts: item.counts })),
  )
  const { rows } = await sql<{
    over: OverQuota | null
  }>`select over_quota(${memberId}::uuid, ${json}::jsonb, ${JSON.stringify(quota)}::jsonb, ${now}::timestamptz) as over`.execute(db)
  return rows[0]!.over
}
