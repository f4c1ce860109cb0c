import { randomBytes, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { minutes, type Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'
import { howPayable, type CanPayOnline } from '#modules/payments/offered-ways.ts'
import { handOver } from '#modules/availability/store.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { orderNumber } from './rules.ts'
import { writeOrder } from './store.ts'

/** `id` is the holder id in occupancy: the date already holds its spaces. */
export type HeldDate = { id: string; courtId: number; day: Day; period: Period; price: number; lightFee: number }
export type HeldOrder = {
  kind: string
  memberId: string
  identityId: number
  contactName: string
  contactPhone: string
  remark: string
  preOrderNo: string
  placedBy: string
  dates: HeldDate[]
  payBefore: Date
}

/** Makes an order of spaces that are already held: to pay until a deadline, or confirmed when it costs nothing. None of what nobody can pay. */
export async function orderHeldDates(
  { trx, canPayOnline }: { trx: Trx; canPayOnline: CanPayOnline },
  catalogue: Catalogue,
  { dates, payBefore, identityId, ...order }: HeldOrder,
  now: Date,
): Promise<Result<{ id: string; orderNo: string; payBefore: Date | null }, { code: 'season_cannot_be_paid' }>> {
  const amount = dates.reduce((sum, { price, lightFee }) => sum + price + lightFee, 0)
  const firstDay = dates.map(({ day }) => day).toSorted()[0] ?? null
  const payable = howPayable(canPayOnline, { amount, firstDay }, catalogue.booking, now)
  if (!payable) return refuse({ code: 'season_cannot_be_paid' })
  const placed = {
    ...order,
    id: randomUUID(),
    orderNo: orderNumber(now, randomBytes(7)),
    state: amount === 0 ? ('confirmed' as const) : ('awaiting-payment' as const),
    amount,
    payBefore: amount === 0 ? null : payBefore,
    payAtDesk: payable === 'at-desk',
  }
  const items = dates.map(({ period, ...date }) => ({
    ...date,
    ...period,
    sport: catalogue.courtOf.get(date.courtId)!.facility.sport,
    minutes: minutes(period),
    // Hours of a season do not count towards the member's weekly and daily limits.
    counts: false,
    identityId,
    deposit: 0,
  }))
  const idempotencyKey = `${order.kind}:${order.preOrderNo}`
  await writeOrder(trx, { ...placed, idempotencyKey, requestHash: '', items, now })
  const expected = dates.reduce((sum, { courtId }) => sum + catalogue.courtOf.get(courtId)!.court.spaces.length, 0)
  const given = await handOver(
    trx,
    dates.map(({ id }) => id),
    placed.payBefore,
  )
  if (given !== expected) throw new Error(`the pre-order ${placed.preOrderNo} stands on ${given} spaces and not on ${expected}`)
  return ok({ id: placed.id, orderNo: placed.orderNo, payBefore: placed.payBefore })
}
