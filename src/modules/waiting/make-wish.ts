import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { returnTurn, takeTurn } from '#http/rate-limits.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, momentAt } from '#lib/zone.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { bySpace } from '#modules/availability/offers.ts'
import { keepSpaces, readOccupied } from '#modules/availability/store.ts'
import { awaitSpaces, stopAwaiting } from '#modules/availability/waiting-store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { freeNow, hoursOf, lastMoment, openWishesAtMost, spacesFor, whyNotWish, type Wished, type WishProblem } from './rules.ts'
import { insertWish, readOpenWishes, withdrawWishRow } from './store.ts'
import { noteEvent } from '#modules/orders/event-store.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { stateNow } from '#modules/orders/rules.ts'
import { findOffer } from './read-store.ts'

type WishDeps = { db: Db; catalogues: Catalogues }
export type WishRequest = Wished & { memberId: string; notAfter: Date | undefined }
export type WishRefusal =
  | { code: 'wish_refused'; why: WishProblem }
  /** Enough courts are free at this period: it can be booked. */
  | { code: 'free_now'; period: Period }
  | { code: 'too_many_wishes'; allowed: number }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

/** Made and withdrawn again and again, wishes would fill the table; each one that is refused has read a day of floor. */
const wishesAnHour = 30

/** Puts a wish at the end of the line. The same wish a second time is the first one. */
export async function makeWish({ db, catalogues }: WishDeps, request: WishRequest, now: Date): Promise<Result<string, WishRefusal>> {
  const catalogue = await catalogues.current()
  const { memberId, ...wished } = request
  const notAfter = lastMoment(catalogue, wished, request.notAfter)
  const why = whyNotWish(catalogue, wished, notAfter, now)
  if (why) return refuse({ code: 'wish_refused', why })
  // The first one again takes no turn, so that it is answered when all are taken.
  const before = await readOpenWishes(db, memberId, wished, now)
  if (before.same !== null) return ok(before.same)
  // Outside the transaction: a wish that is refused counts too.
  const turn = `wish:${memberId}`
  const limited = await takeTurn(db, { key: turn, limit: wishesAnHour, seconds: 3600 }, now)
  if (limited) return refuse({ code: 'too_many_requests', ...limited })
  const spaces = spacesFor(catalogue, wished)
  return inTransaction<string, WishRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    const { open, same } = await readOpenWishes(trx, memberId, wished, now)
    if (same !== null) {
      await returnTurn(trx, turn)
      return ok(same)
    }
    if (open >= openWishesAtMost) return refuse({ code: 'too_many_wishes', allowed: openWishesAtMost })
    const id = randomUUID()
    await insertWish(trx, { ...wished, id, memberId, notAfter, hadItBefore: false }, now)
    await awaitSpaces(trx, id, { spaces, period: hoursOf(wished), until: notAfter })
    // Read after the wish is registered: what comes free from now on is held for the line, what was free before is seen here.
    const { occupied } = await readOccupied(trx, spaces, dayPeriod(wished), now)
    const free = freeNow(catalogue, wished, bySpace(occupied), now)
    return free ? refuse({ code: 'free_now', period: free }) : ok(id)
  })
}

const dayPeriod = ({ day }: Wished): Period => ({ start: momentAt(day, 0), end: momentAt(addDays(day, 1), 0) })

export type WithdrawRefusal = { code: 'not_found' }

/** Takes a wish out of the line. An offer is declined by cancelling its order. */
export async function withdrawWish(
  db: Db,
  { id, memberId }: { id: string; memberId: string },
  now: Date,
): Promise<Result<void, WithdrawRefusal>> {
  return inTransaction<void, WithdrawRefusal>(db, async (trx) => {
    if (!(await withdrawWishRow(trx, id, memberId, now))) return refuse({ code: 'not_found' })
    await stopAwaiting(trx, [id])
    return ok(undefined)
  })
}

export type AcceptRefusal = { code: 'not_found' } | { code: 'order_not_unpaid' } | { code: 'to_be_paid' }

/** Accepts an offer that costs nothing. Any other is accepted by paying for it. */
export async function acceptOffer(
  db: Db,
  { wishId, memberId }: { wishId: string; memberId: string },
  now: Date,
): Promise<Result<{ orderNo: string }, AcceptRefusal>> {
  return inTransaction<{ orderNo: string }, AcceptRefusal>(db, async (trx) => {
    const orderId = await findOffer(trx, wishId, memberId)
    const order = orderId === undefined ? undefined : await lockOrder(trx, orderId)
    if (!order) return refuse({ code: 'not_found' })
    if (order.amount > 0) return refuse({ code: 'to_be_paid' })
    if (stateNow(order.state, order.payBefore, now) !== 'awaiting-payment') return refuse({ code: 'order_not_unpaid' })
    await keepSpaces(
      trx,
      order.items.map(({ id }) => id),
    )
    await moveOrder(trx, order.id, 'pay', now)
    await noteEvent(trx, order.id, 'confirmed', now)
    return ok({ orderNo: order.orderNo })
  })
}
