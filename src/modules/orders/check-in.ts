import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { lockOrderOfItem, markCheckedIn, readTicketItem, type TicketItem } from './attendance-store.ts'
import { whyNotCheckIn, type CheckInRefusal } from './rules.ts'

export type TicketRefusal = CheckInRefusal | { code: 'ticket_invalid' }

/** Somebody shows a ticket. It lets in once, from a while before its time until the end, for what it was written. */
export async function checkIn(
  { db, tokens }: { db: Db; tokens: Tokens },
  { code, by }: { code: string; by: string },
  now: Date,
): Promise<Result<TicketItem, TicketRefusal>> {
  const itemId = tokens.readTicket(code)
  if (itemId === undefined) return refuse({ code: 'ticket_invalid' })
  const { opensMinutes } = (await readLimits(db)).checkIn
  return inTransaction<TicketItem, TicketRefusal>(db, async (trx) => {
    if (!(await lockOrderOfItem(trx, itemId))) return refuse({ code: 'ticket_invalid' })
    const letIn = await markCheckedIn(trx, itemId, { by, opensMinutes }, now)
    const item = await readTicketItem(trx, itemId)
    if (letIn) return ok(item!)
    const why = whyNotCheckIn(item!.orderState, item!, opensMinutes, now)
    if (!why) throw new Error(`item ${itemId} is not let in, and nobody knows why`)
    return refuse(why)
  })
}
