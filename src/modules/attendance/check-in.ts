import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { isOneself } from '#modules/accounts/store.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { lockOrderOfItem, markCameAfterAll, markCheckedIn, unmarkCheckedIn, type MissedItem } from '#modules/orders/attendance-store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import { spacesOf } from '#modules/venues/rules.ts'
import { findBookedItems, readTicketItem, type TicketItem } from './store.ts'
import {
  mayUndo,
  reportedAt,
  typedCodePattern,
  whyNotCheckIn,
  whyNotWithdrawMissed,
  type CheckInRefusal,
  type WithdrawMissedRefusal,
} from './rules.ts'

/** Of a ticket that was read, a refusal says which one it is. */
type OfTicket = CheckInRefusal | { code: 'own_card' } | { code: 'other_facility' } | { code: 'check_in_too_old' }
export type TicketRefusal = (OfTicket & { ticket: TicketItem }) | { code: 'ticket_invalid' }

/** Called when somebody came whose item was marked as missed meanwhile; violations withdraw its point here. */
type OnCame = (trx: Trx, came: MissedItem & { by: string }, now: Date) => Promise<void>

export type CheckInDeps = { db: Db; tokens: Tokens; catalogues: Catalogues; onCame?: OnCame }
type Shown = ({ code: string } | { itemId: string }) & {
  by: string
  /** The facility at whose door it was shown; without one any is right. */
  facilityId?: number | undefined
  /** When it was shown, if the door reports it later. */
  at?: Date | undefined
}

/**
 * Checks an item in by its scanned or typed code, or by itself. A ticket works once, from some minutes before its period until
 * the end of it. Repeating a report (same item, person and moment) answers the same.
 */
export async function checkIn(deps: CheckInDeps, shown: Shown, audit: Audit, now: Date): Promise<Result<TicketItem, TicketRefusal>> {
  const { db, catalogues } = deps
  const itemId = 'itemId' in shown ? shown.itemId : await findItem(deps, shown.code, now)
  if (itemId === undefined) return refuse({ code: 'ticket_invalid' })
  const { opensMinutes } = (await readLimits(db)).checkIn
  const { courtOf } = await catalogues.current()
  const at = reportedAt(shown.at, now)
  return inTransaction<TicketItem, TicketRefusal>(db, async (trx) => {
    if (!(await lockOrderOfItem(trx, itemId))) return refuse({ code: 'ticket_invalid' })
    const ticket = (await readTicketItem(trx, itemId))!
    const found = courtOf.get(ticket.courtId)
    if (ticket.checkedInBy === shown.by && ticket.checkedInAt?.getTime() === shown.at?.getTime()) return ok(ticket)
    if (!at) return refuse({ code: 'check_in_too_old', ticket })
    if (await isOneself(trx, ticket.memberId, shown.by)) return refuse({ code: 'own_card', ticket })
    const why = whyNotCheckIn(ticket.orderState, ticket, opensMinutes, at)
    if (why) return refuse({ ...why, ticket })
    if (shown.facilityId !== undefined && found?.facility.id !== shown.facilityId) return refuse({ code: 'other_facility', ticket })
    if (!(await markCheckedIn(trx, itemId, { by: shown.by, opensMinutes, at }, now)))
      throw new Error(`item ${itemId} is not let in, and nobody knows why`)
    if (ticket.missedAt) {
      const { orderId, memberId, day } = ticket
      await deps.onCame?.(trx, { itemId, orderId, memberId, day, by: shown.by }, now)
    }
    const { orderNo, start, end } = ticket
    const after = { ...(found ? { court: courtLabel(found.facility, found.court) } : {}), start, end }
    await audit(trx, { action: 'ticket.checked_in', subject: { kind: 'order', id: orderNo }, after })
    return ok({ ...ticket, checkedInAt: at, checkedInBy: shown.by, missedAt: null })
  })
}

async function findItem(deps: CheckInDeps, code: string, now: Date): Promise<string | undefined> {
  return typedCodePattern.test(code) ? findTyped(deps, code, now) : deps.tokens.readTicket(code)
}

/** A typed code holds no item id, so it is compared with the codes of today's and tomorrow's items. */
async function findTyped({ db, tokens, catalogues }: CheckInDeps, code: string, now: Date): Promise<string | undefined> {
  const { facilityOf } = await catalogues.current()
  const spaces = [...facilityOf.values()].flatMap(spacesOf)
  const today = dayOf(now)
  const within = { start: momentAt(today, 0), end: momentAt(addDays(today, 2), 0) }
  return tokens.readTypedTicket(code, await findBookedItems(db, [...new Set(spaces)], within))
}

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
