import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockOrderOfItem, unmarkCheckedIn } from '#modules/orders/attendance-store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import { mayUndo, reportedAt } from './rules.ts'
import { readTicketItem } from './store.ts'

export type UndoRefusal = { code: 'not_found' } | { code: 'undo_too_late' } | { code: 'checked_in_again'; at: Date }

type Undo = {
  itemId: string
  /** The check-in that is undone. Another one of the same item, made meanwhile, stays. */
  checkedInAt: Date
  /** When it was undone, if the door reports it later. */
  at?: Date | undefined
}

/** Undoes a check-in within a minute. Repeating it finds nothing to do. */
export async function undoCheckIn(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  { itemId, checkedInAt, at: said }: Undo,
  audit: Audit,
  now: Date,
): Promise<Result<undefined, UndoRefusal>> {
  const { courtOf } = await catalogues.current()
  return inTransaction<undefined, UndoRefusal>(db, async (trx) => {
    if (!(await lockOrderOfItem(trx, itemId))) return refuse({ code: 'not_found' })
    const item = (await readTicketItem(trx, itemId))!
    if (!item.checkedInAt) return ok(undefined)
    if (item.checkedInAt.getTime() !== checkedInAt.getTime()) return refuse({ code: 'checked_in_again', at: item.checkedInAt })
    const at = reportedAt(said, now)
    if (!at || !mayUndo(checkedInAt, at)) return refuse({ code: 'undo_too_late' })
    if (!(await unmarkCheckedIn(trx, itemId, now))) return refuse({ code: 'undo_too_late' })
    const found = courtOf.get(item.courtId)
    const before = { ...(found ? { court: courtLabel(found.facility, found.court) } : {}), start: item.start, end: item.end }
    await audit(trx, { action: 'ticket.check_in_undone', subject: { kind: 'order', id: item.orderNo }, before })
    return ok(undefined)
  })
}
