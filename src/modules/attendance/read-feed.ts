import type { Db } from '#db/connect.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { fingerprint, hashAddressKey, makeAddressKey, type Tokens } from '#modules/logins/tokens.ts'
import { readFace } from '#modules/centre/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { feedCalendar } from '#modules/orders/calendar.ts'
import { whyNotNamePlayers } from './player-rules.ts'
import { readPlayers } from './player-store.ts'
import { findFeedOwner, writeFeed } from './store.ts'
import { listOrdersSince, readOrder, type Reading, type ShownItem, type ShownOrder } from '#modules/orders/read-order.ts'
import { attendanceOf } from '#modules/orders/rules.ts'
import { checkInFrom, hasTicket, inHalves } from './rules.ts'

const daysBack = 30

/** Makes a new feed address. It is shown once: only its hash is stored. */
export async function renewFeed(db: Db, memberId: string, now: Date): Promise<{ key: string }> {
  const { key, hash } = makeAddressKey()
  await writeFeed(db, memberId, hash, now)
  return { key }
}

export type FeedRefusal = { code: 'not_found' } | { code: 'too_many_requests'; retryAfterSeconds: number }

/** Recent and coming bookings, cancelled ones included, for the holder of the feed's secret address. */
export async function readFeed(
  reading: Reading & { db: Db; orderLink(orderNo: string): string },
  { key, address }: { key: string; address: string },
  now: Date,
): Promise<Result<string, FeedRefusal>> {
  const { db } = reading
  const limits = (await readLimits(db)).calendar
  const hash = hashAddressKey(key)
  const owner = await findFeedOwner(db, hash)
  const turn = owner
    ? { key: `calendar:${hash}`, limit: limits.readsPerHour, seconds: 3600 }
    : { key: `calendar-wrong:${fingerprint(address)}`, limit: limits.wrongPerAddressHour, seconds: 3600 }
  const wait = await takeTurn(db, turn, now)
  if (wait) return refuse({ code: 'too_many_requests', ...wait })
  if (!owner) return refuse({ code: 'not_found' })
  const orders = await listOrdersSince(reading, owner.memberId, new Date(now.getTime() - daysBack * 86_400_000), now)
  return ok(feedCalendar(orders, owner.locale, { centre: await readFace(db), linkTo: reading.orderLink, now }))
}

export type ShownTicketItem = ShownItem & { code: string | null; typedCode: string | null; checkInFrom: Date; comeBefore: Date }
type ShownTicket = { order: ShownOrder; items: ShownTicketItem[]; players: string[]; playersOpen: boolean }

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
  const players = await readPlayers(reading.db, order.value.id)
  const kept = order.value.items.filter(({ state }) => state === 'active')
  return ok({ order: order.value, items, players, playersOpen: !whyNotNamePlayers(true, kept, now) })
}
