import type { Trx } from '#db/connect.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { whyOf, type RemovedFor } from '#modules/venues/closure-words.ts'
import { lockDates, markDates, reprice } from './date-store.ts'
import { notePreOrder } from './event-store.ts'

/** Called right before dates are freed that were rejected or cancelled: what was drawn in a ballot goes to its substitutes. */
export type PassOn = (trx: Trx, dateIds: string[], now: Date) => Promise<void>

/**
 * Releases submitted dates on behalf of the centre: frees them at once and writes the events for the mails. `whenLocked`: called when
 * the pre-orders are locked and nothing is free yet, for the locks that come after them.
 */
export async function releaseDates(
  trx: Trx,
  dateIds: string[],
  now: Date,
  why?: RemovedFor,
  whenLocked?: () => Promise<void>,
): Promise<number> {
  const dates = await lockDates(trx, [...new Set(dateIds)])
  await whenLocked?.()
  const released = new Set(
    await markDates(
      trx,
      dates.map(({ id }) => id),
      'released',
    ),
  )
  await freeSpaces(trx, [...released], now)
  const byPreOrder = Map.groupBy(
    dates.filter(({ id }) => released.has(id)),
    ({ preOrderId }) => preOrderId,
  )
  for (const [preOrderId, gone] of byPreOrder) {
    await reprice(trx, preOrderId)
    await notePreOrder(
      trx,
      preOrderId,
      'released',
      now,
      gone.map(({ id }) => id),
      why && whyOf(why),
    )
  }
  return released.size
}
