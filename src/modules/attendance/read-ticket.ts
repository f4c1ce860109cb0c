import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { readOrder, type Reading, type ShownItem, type ShownOrder } from '#modules/orders/read-order.ts'
import { attendanceOf } from '#modules/orders/rules.ts'
import { checkInFrom, hasTicket, inHalves } from './rules.ts'

export type ShownTicketItem = ShownItem & { code: string | null; typedCode: string | null; checkInFrom: Date; comeBefore: Date }
export type ShownTicket = { order: ShownOrder; items: ShownTicketItem[] }

/** Ticket of a booking: one code for each period. A code reveals nothing about other periods. */
export async function readTicket(
  reading: Reading & { db: Db; tokens: Tokens },
  memberId: string,
  orderNo: string,
  now: Date,
): Promise<Result<ShownTicket, { code: 'not_found' } | { code: 'no_ticket' }>> {
  const order = await readOrder(reading, memberId, orderNo, now)
  if (!order.ok) return order
  // Lockers have keys, not tickets.
  if (order.value.items.length === 0) return refuse({ code: 'not_found' })
  if (!hasTicket(order.value.state)) return refuse({ code: 'no_ticket' })
  const { opensMinutes, noShowMinutes } = (await readLimits(reading.db)).checkIn
  const opens = (item: ShownItem) => item.state === 'active' && !item.parked && attendanceOf(item) !== 'no-show' && item.end > now
  const items = order.value.items.map((item) => ({
    ...item,
    code: opens(item) ? reading.tokens.signTicket(item.id) : null,
    typedCode: opens(item) ? inHalves(reading.tokens.typedTicket(item.id)) : null,
    checkInFrom: checkInFrom(item.start, opensMinutes),
    comeBefore: new Date(Math.min(item.start.getTime() + noShowMinutes * 60_000, item.end.getTime())),
  }))
  return ok({ order: order.value, items })
}
