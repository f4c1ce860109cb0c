import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { lockOrderOfItem, markCheckedIn } from '#modules/orders/attendance-store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import { spacesOf } from '#modules/venues/rules.ts'
import { findBookedItems, readTicketItem, type TicketItem } from './store.ts'
import { typedCodePattern, whyNotCheckIn, type CheckInRefusal } from './rules.ts'

export type TicketRefusal = CheckInRefusal | { code: 'ticket_invalid' }

/** Checks an item in by its scanned or typed code. A code works once, from some minutes before its period until the end of it. */
export async function checkIn(
  { db, tokens, catalogues }: { db: Db; tokens: Tokens; catalogues: Catalogues },
  { code, by }: { code: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<TicketItem, TicketRefusal>> {
  const itemId = typedCodePattern.test(code) ? await findTyped({ db, tokens, catalogues }, code, now) : tokens.readTicket(code)
  if (itemId === undefined) return refuse({ code: 'ticket_invalid' })
  const { opensMinutes } = (await readLimits(db)).checkIn
  const { courtOf } = await catalogues.current()
  return inTransaction<TicketItem, TicketRefusal>(db, async (trx) => {
    if (!(await lockOrderOfItem(trx, itemId))) return refuse({ code: 'ticket_invalid' })
    const letIn = await markCheckedIn(trx, itemId, { by, opensMinutes }, now)
    const item = await readTicketItem(trx, itemId)
    if (letIn) {
      const { orderNo, courtId, start, end } = item!
      const found = courtOf.get(courtId)
      const after = { ...(found ? { court: courtLabel(found.facility, found.court) } : {}), start, end }
      await audit(trx, { action: 'ticket.checked_in', subject: { kind: 'order', id: orderNo }, after })
      return ok(item!)
    }
    const why = whyNotCheckIn(item!.orderState, item!, opensMinutes, now)
    if (!why) throw new Error(`item ${itemId} is not let in, and nobody knows why`)
    return refuse(why)
  })
}

/** A typed code holds no item id, so it is compared with the codes of today's and tomorrow's items. */
async function findTyped(
  { db, tokens, catalogues }: { db: Db; tokens: Tokens; catalogues: Catalogues },
  code: string,
  now: Date,
): Promise<string | undefined> {
  const { facilityOf } = await catalogues.current()
  const spaces = [...facilityOf.values()].flatMap(spacesOf)
  const today = dayOf(now)
  const within = { start: momentAt(today, 0), end: momentAt(addDays(today, 2), 0) }
  return tokens.readTypedTicket(code, await findBookedItems(db, [...new Set(spaces)], within))
}
