import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openPlacing, placeOrder } from '#modules/orders/place-order.ts'
import type { DeskMoney } from '#modules/payments/desk-rules.ts'
import { payAtDesk } from '#modules/payments/pay-at-desk.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { openTill } from '#modules/tills/close-till.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { unaudited } from '#testing/unaudited.ts'

let database: FreshDatabase
let db: Db
let members: string[]
let tills: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const orders = payableOrders({ moneyOwed: () => {} })

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 12)
  await smallCentre(db)
  await sql`alter table till_rows disable trigger till_rows_stay`.execute(db)
  members = await newMembers(db, 3)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})
const empty = () =>
  sql`delete from ledger; delete from till_rows; delete from tills; truncate occupancy, outbox, order_items, payment_attempts, refunds_due, orders cascade`.execute(
    db,
  )
beforeEach(empty)

/** Two desks, each with its till, take the money for one order: each a part by a voucher, a part by the terminal and the rest in cash. */
async function race(by: PayableOrders) {
  tills = []
  for (const name of ['one', 'two']) {
    const till = await openTill(db, { name, float: 0, by: members[0]! }, unaudited, now)
    if (till.ok) tills.push(till.value)
  }
  const start = momentAt(addDays(dayOf(now), 1), 19 * 60)
  const items = [{ courtId: 1, period: { start, end: new Date(start.getTime() + 3_600_000) } }]
  const person = { memberId: members[1]!, identityId: 1, contactName: '', contactPhone: '', remark: '' }
  const placed = await placeOrder(openPlacing(db, openCatalogues(db)), { ...person, items, idempotencyKey: randomUUID() }, now)
  if (!placed.ok) throw new Error(placed.refusal.code)
  const { id: orderId } = (await orders.findByNumber(db, placed.value.orderNo, now))!
  const pay = (tillId: string) => {
    const parts: Extract<DeskMoney, { way: 'split' }>['parts'] = [
      { way: 'voucher', kind: 'sports-voucher', amount: 250, reference: `QR ${tillId}` },
      { way: 'terminal', amount: 150, reference: `T ${tillId}` },
      { way: 'cash', amount: 100, given: 500 },
    ]
    const payment = { orderId, by: members[0]!, idempotencyKey: randomUUID(), money: { way: 'split' as const, tillId, parts } }
    return inTransaction(db, (trx) => payAtDesk(trx, by, payment, now))
  }
  const results = await Promise.allSettled(tills.map(pay))
  const outcomes = results.map((one) =>
    one.status === 'rejected' ? String((one.reason as { code?: string }).code) : one.value.ok ? 'paid' : one.value.refusal.code,
  )
  const paid = await db.selectFrom('ledger').select(['amount', 'till_id as tillId']).execute()
  const broken = await brokenInvariants(db, now)
  await empty()
  return { outcomes: outcomes.toSorted(), paid, broken }
}

describe('an order that two desks are paid for in parts at once', { timeout: 60_000 }, () => {
  it('is paid by the parts of one desk, and none of the other', async () => {
    for (let round = 0; round < 10; round++) {
      const { outcomes, paid, broken } = await race(orders)
      expect(outcomes).toEqual(['nothing_to_pay', 'paid'])
      expect(paid.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([100, 150, 250])
      expect(new Set(paid.map(({ tillId }) => tillId)).size).toBe(1)
      expect(broken).toEqual([])
    }
  })

  it('takes all parts of both without the lock and the state of the order, so the test above means something', async () => {
    const settled: PayableOrders = { ...orders, lock: async () => {}, settle: async () => 'confirmed' }
    let twice = 0
    for (let round = 0; round < 20 && twice === 0; round++) {
      const { paid, broken } = await race(settled)
      if (paid.length === 6 && broken.length > 0) twice++
    }
    expect(twice).toBe(1)
  })
})
