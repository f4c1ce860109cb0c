import type { Trx } from '#db/connect.ts'
import { holdSpaces } from '#modules/availability/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { deadlineAfterMove } from './item-move-rules.ts'
import { lockOrder, type LockedOrder } from './order-store.ts'
import { writePayBefore } from './supplement-store.ts'

/** Holds the floor of an unpaid order until the deadline that fits its bookings now; `before` is the order with the bookings it had. */
export async function followDeadline(trx: Trx, { id, payBefore, payAtDesk, items: before }: LockedOrder, now: Date): Promise<void> {
  const { items } = (await lockOrder(trx, id))!
  const { payAtDeskHours } = (await readLimits(trx)).booking
  const until = deadlineAfterMove({ payBefore: payBefore!, payAtDesk }, before, items, payAtDeskHours, now)
  if (until.getTime() !== payBefore!.getTime()) await writePayBefore(trx, id, until)
  await holdSpaces(
    trx,
    items.map((item) => item.id),
    until,
  )
}
