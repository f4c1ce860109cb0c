import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { OrderKinds } from '#modules/orders/order-kinds.ts'
import { readOrder, type ShownOrder } from '#modules/orders/read-order.ts'
import { readBack } from '#modules/orders/refund-due-store.ts'
import { decideRefund, judgeLines } from '#modules/refunds/check-refund.ts'
import { readGoesBack, type GoesBack } from '#modules/refunds/goes-back.ts'
import { readShares, type GivenItem } from '#modules/refunds/write-refund.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { findStoryOrder } from './story-store.ts'
import type { CancelRefund } from './wire.ts'

type Deps = { db: Db; catalogues: Catalogues; orderKinds: OrderKinds }
/** `ids`: of bookings, or of lines without floor. */
export type CancelToCheck = { orderNo: string; ids: string[]; refund: CancelRefund }

/** What cancelling would give back now, and what of it by which way. Nothing where it cannot be cancelled so: the deed says why. */
export async function checkCancel(
  deps: Deps,
  { orderNo, ids, refund }: CancelToCheck,
  now: Date,
): Promise<Result<GoesBack[], { code: 'not_found' }>> {
  const { db } = deps
  const about = await findStoryOrder(db, orderNo)
  if (!about) return refuse({ code: 'not_found' })
  const order = await readOrder(deps, about.memberId, orderNo, now)
  if (!order.ok) return order
  if (order.value.state === 'awaiting-payment') return ok([])
  // The centre owes back what was paid for a booking, whatever the terms.
  const items = refund === 'full' ? chosenOf(order.value.items, ids).map(({ id }) => id) : []
  if (items.length > 0) return ok(await readGoesBack(db, await readBack(db, items)))
  const given =
    refund === 'full'
      ? chosenOf(order.value.lines, ids).map(({ id, amount }) => inFull(id, amount))
      : await byTerms(deps, order.value, { ids, isGoodwill: refund === 'goodwill' }, now)
  return ok(await readGoesBack(db, await readShares(db, order.value.id, given)))
}

const chosenOf = <T extends { id: string; state: string }>(of: readonly T[], ids: string[]): T[] =>
  of.filter(({ id, state }) => state === 'active' && ids.includes(id))

const inFull = (id: string, paid: number): GivenItem => ({ id, paid, percent: 100, amount: paid })

async function byTerms(
  { db, orderKinds }: Deps,
  order: ShownOrder,
  { ids, isGoodwill }: { ids: string[]; isGoodwill: boolean },
  now: Date,
): Promise<GivenItem[]> {
  const { lateCancelHours } = (await readLimits(db)).violations
  const decided = decideRefund(order, ids, lateCancelHours, now, await judgeLines(db, order, orderKinds, now))
  if (!decided.ok) return []
  const given = [...decided.value.items, ...decided.value.lines]
  return isGoodwill ? given.map(({ id, paid }) => inFull(id, paid)) : given
}
