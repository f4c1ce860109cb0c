import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { lockOrderOfItem, markCameAfterAll } from '#modules/orders/attendance-store.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { CheckInDeps } from './check-in.ts'
import { whyNotWithdrawMissed, type WithdrawMissedRefusal } from './rules.ts'
import { readTicketItem } from './store.ts'

export type MissedRefusal = WithdrawMissedRefusal | { code: 'not_found' }

/** Withdraws a no-show of today: they were there, and nobody checked them in. Their point goes with it, and they are told. */
export async function withdrawMissed(
  { db, catalogues, onCame }: Pick<CheckInDeps, 'db' | 'catalogues' | 'onCame'>,
  { itemId, reason, by }: { itemId: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<undefined, MissedRefusal>> {
  const { courtOf } = await catalogues.current()
  return inTransaction<undefined, MissedRefusal>(db, async (trx) => {
    if (!(await lockOrderOfItem(trx, itemId))) return refuse({ code: 'not_found' })
    const item = (await readTicketItem(trx, itemId))!
    const why = whyNotWithdrawMissed(item, await isOneself(trx, item.memberId, by), now)
    if (why) return refuse(why)
    if (!(await markCameAfterAll(trx, itemId, by, now))) return refuse({ code: 'not_missed' })
    const { orderId, orderNo, memberId, day, start, end } = item
    await onCame?.(trx, { itemId, orderId, memberId, day, by }, now)
    const found = courtOf.get(item.courtId)
    const before = { ...(found ? { court: courtLabel(found.facility, found.court) } : {}), start, end }
    await audit(trx, { action: 'ticket.no_show_withdrawn', subject: { kind: 'order', id: orderNo }, before, note: reason })
    return ok(undefined)
  })
}
