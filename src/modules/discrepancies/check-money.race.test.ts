import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { openIssuers } from '#modules/invoices/issuers.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { insertAttempt } from '#modules/payments/store.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openPaymentFixture, type PaymentFixture } from '#testing/payment-fixture.ts'
import { providerByHand, providersOf } from '#testing/provider-by-hand.ts'
import { checkMoney } from './check-money.ts'
import { comparePayment } from './compare-payment.ts'
import type { CheckDeps } from './deps.ts'
import { openDay } from './store.ts'

const started = new Date('2026-11-15T10:00:00+08:00')
const night = new Date('2026-11-16T03:05:00+08:00')
const clock = { now: () => night }
let fixture: PaymentFixture
let processes: { deps: CheckDeps }[]
let asked: string[]
/** The provider has never heard of anything, and takes its time to say so. */
const provider = providerByHand({
  async record({ tradeNo }) {
    asked.push(tradeNo)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { ok: true, value: { kind: 'unknown' } }
  },
})

beforeAll(async () => {
  fixture = await openPaymentFixture({ pool: 20 })
  processes = Array.from({ length: 4 }, () => {
    const { db } = fixture
    const issuers = openIssuers({ invoices: undefined }, { db, sendToDemo: async () => ({ failed: 'nobody', isSent: false }) })
    const orders = payableOrders({ moneyOwed: () => {} })
    return { deps: { db, providers: providersOf(provider), issuers, orders, log: openLog('silent') } }
  })
})
afterAll(() => fixture?.close())
beforeEach(async () => {
  asked = []
  await emptyTables(fixture.db, 'discrepancies, money_check_queue, money_checks, payment_attempts, occupancy, outbox, order_items, orders')
  const orderNo = await fixture.place(started)
  const { id: orderId } = await fixture.order(orderNo)
  for (let n = 0; n < 40; n++) {
    const attempt = { id: randomUUID(), orderId, provider: provider.name, way: 'card' as const, tradeNo: `PAID${n}`, amount: 300 }
    await insertAttempt(fixture.db, attempt, started)
  }
  await fixture.db.updateTable('payment_attempts').set({ state: 'paid', settled_at: started }).execute()
})
const rows = async () => (await fixture.db.selectFrom('discrepancies').select('attempt_id').execute()).length

it('four processes that check at the same time ask about each payment once, and write one row for each difference', async () => {
  const found = await Promise.all(processes.map(({ deps }) => checkMoney(deps, clock)))
  expect(await rows()).toBe(40)
  expect(found.reduce((sum, one) => sum + one, 0)).toBe(40)
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  const check = await fixture.db.selectFrom('money_checks').selectAll().execute()
  expect(check).toMatchObject([{ day: '2026-11-15', compared: 40, finished_at: night }])
})

/** The lease of a question has run out, and somebody else asks the same. */
async function bothCompare(): Promise<void> {
  await openDay(fixture.db, '2026-11-15', night)
  const queue = await fixture.db.selectFrom('money_check_queue').select(['subject_id', 'asked']).execute()
  for (const { subject_id: subjectId, asked: whom } of queue.slice(0, 10)) {
    const queued = { kind: 'payment' as const, subjectId, day: '2026-11-15', asked: whom, tries: 1 }
    await Promise.all(processes.map(({ deps }) => comparePayment(deps, queued, clock)))
  }
}

it('writes one row also when several have asked about the same payment', async () => {
  await bothCompare()
  expect(await rows()).toBe(10)
})

it('writes several without the unique index, so that the test above means something', async () => {
  await sql`drop index discrepancies_once`.execute(fixture.db)
  await bothCompare()
  expect(await rows()).toBe(40)
  await sql`delete from discrepancies`.execute(fixture.db)
  await sql`create unique index discrepancies_once on discrepancies (kind, coalesce(attempt_id, invoice_id), ours, theirs)`.execute(
    fixture.db,
  )
})
