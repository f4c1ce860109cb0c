import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { expireUnpaidOrders, type OnExpired } from './expire-unpaid-orders.ts'
import { openPlacing, placeOrder } from './place-order.ts'

let db: Db
let close: () => Promise<void>
const now = new Date('2026-11-15T10:00:00+08:00')
const tomorrow = addDays(dayOf(now), 1)
const lapsed = new Date(now.getTime() + 3_600_000)

beforeAll(async () => {
  ;({ db, close } = await freshDb(4))
  await smallCentre(db)
})
afterAll(() => close())

let bad: string
/** Three orders that nobody pays; the second has something that cannot be done. */
beforeEach(async () => {
  await sql`truncate occupancy, outbox, order_items, orders cascade`.execute(db)
  const placing = openPlacing(db, openCatalogues(db))
  for (const [n, memberId] of (await newMembers(db, 3)).entries()) {
    const period = { start: momentAt(tomorrow, (10 + n) * 60), end: momentAt(tomorrow, (11 + n) * 60) }
    const order = { memberId, identityId: 1, items: [{ courtId: 1, period }], contactName: '', contactPhone: '', remark: '' }
    await placeOrder(placing, { ...order, idempotencyKey: randomUUID() }, now)
  }
  bad = (await db.selectFrom('orders').select('id').orderBy('id').execute())[1]!.id
})

const failing: OnExpired = async (_, expired) => {
  if (expired.some(({ orderId }) => orderId === bad)) throw new Error('cannot be done')
}
const states = async () =>
  Object.fromEntries(
    (await db.selectFrom('orders').select(['id', 'state']).execute()).map(({ id, state }) => [id === bad ? 'bad' : id, state]),
  )

it('an order that cannot be expired keeps none of the others, minute after minute, and is told each time', async () => {
  const failed: string[] = []
  for (let minute = 0; minute < 2; minute++) {
    await expireUnpaidOrders(db, lapsed, failing, undefined, (_, id) => failed.push(id))
    const { bad: its, ...others } = await states()
    expect(its).toBe('awaiting-payment')
    expect(Object.values(others)).toEqual(['expired', 'expired'])
  }
  expect(failed).toEqual([bad, bad])
  expect(await expireUnpaidOrders(db, lapsed)).toEqual([1])
  expect((await states())['bad']).toBe('expired')
})
