import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openMoneyCheck, type MoneyCheck } from '#testing/money-check.ts'

let money: MoneyCheck
beforeAll(async () => {
  money = await openMoneyCheck({ issues: true })
})
afterAll(() => money?.close())
beforeEach(async () => {
  // What a payment of the test before has set off.
  await money.service.jobsDone('settle-invoices-soon', 'write-letters')
  await emptyTables(
    money.db,
    'discrepancies, money_check_queue, money_checks, demo_trades, demo_papers, demo_allowances, rate_limits, invoice_marks, invoice_deeds, invoices, ledger, refunds, refunds_due, payment_attempts, payment_notices, occupancy, outbox, order_items, orders',
  )
  money.clock.advance(Date.parse('2026-11-15T10:00:00+08:00') - money.clock.now().getTime())
  money.papers.always = 'none'
})

const settle = async () => {
  await money.service.jobs.send(money.db, 'settle-invoices-soon', {})
  await money.service.jobsDone('settle-invoices-soon')
}
/** Paid, with its invoice. */
async function invoiced(): Promise<{ orderNo: string; number: string }> {
  const { orderNo } = await money.paid('ecpay')
  await settle()
  return { orderNo, number: (await paperOf(orderNo)).number! }
}
const paperOf = (orderNo: string) =>
  money.db
    .selectFrom('invoices as v')
    .innerJoin('orders as o', 'o.id', 'v.order_id')
    .selectAll('v')
    .where('o.order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
async function givenBack(orderNo: string, amount: number): Promise<void> {
  const { order_id: orderId } = await paperOf(orderNo)
  const due = { id: randomUUID(), orderId, attemptId: null, amount, reason: 'asked' as const, cause: randomUUID() }
  await insertRefundDue(money.db, due, money.clock.now())
  await settle()
}
const differences = async () => (await money.found()).map(({ kind, ours, theirs }) => [kind, ours, theirs])

describe('what the issuer says otherwise', () => {
  it('is nothing where both say the same: issued, void, allowed', async () => {
    const [, whole, part] = [await invoiced(), await invoiced(), await invoiced()]
    await givenBack(whole.orderNo, 300)
    await givenBack(part.orderNo, 100)
    await money.night()
    expect(await differences()).toEqual([])
    const check = money.db.selectFrom('money_checks').select(['compared', 'skipped']).executeTakeFirstOrThrow()
    expect(await check, 'three payments and three papers').toEqual({ compared: 6, skipped: 0 })
  })

  it('missing there', async () => {
    const { number } = await invoiced()
    await money.db.deleteFrom('demo_papers').where('number', '=', number).execute()
    await money.night(2)
    expect(await differences()).toEqual([['paper-missing', 300, 0]])
  })

  it('issued there, and given up here', async () => {
    const { orderNo } = await invoiced()
    const nothing = { state: 'dropped', number: null, issued_at: null }
    await money.db
      .updateTable('invoices')
      .set(nothing)
      .where('id', '=', (await paperOf(orderNo)).id)
      .execute()
    await money.night()
    expect(await differences()).toEqual([['paper-there', 0, 300]])
  })

  it('twice, by another number under ours', async () => {
    const { number } = await invoiced()
    await money.db.updateTable('demo_papers').set({ number: 'ZZ00000009' }).where('number', '=', number).execute()
    await money.night()
    expect(await differences()).toEqual([['paper-twice', 300, 300]])
    const { their_number } = await money.db.selectFrom('discrepancies').select('their_number').executeTakeFirstOrThrow()
    expect(their_number).toBe('ZZ00000009')
  })

  it('another amount', async () => {
    const { number } = await invoiced()
    await money.db.updateTable('demo_papers').set({ amount: 200 }).where('number', '=', number).execute()
    await money.night()
    expect(await differences()).toEqual([['paper-amount', 300, 200]])
  })

  it('void there and not here, and void here and not there', async () => {
    const [there, here] = [await invoiced(), await invoiced()]
    await givenBack(here.orderNo, 300)
    const void_ = (number: string, at: Date | null) =>
      money.db.updateTable('demo_papers').set({ voided_at: at }).where('number', '=', number).execute()
    await void_(there.number, money.clock.now())
    await void_(here.number, null)
    await money.night()
    expect((await differences()).toSorted()).toEqual([
      ['void-here', 0, 300],
      ['void-there', 300, 0],
    ])
  })

  it('other allowances', async () => {
    const { orderNo } = await invoiced()
    await givenBack(orderNo, 100)
    await sql`update demo_allowances set voided_at = ${money.clock.now()}`.execute(money.db)
    await money.night()
    expect(await differences()).toEqual([['allowances', 100, 0]])
  })
})

it('an issuer that is down is asked later, and a paper about which something is being done as well', async () => {
  const { number } = await invoiced()
  await money.db.deleteFrom('demo_papers').where('number', '=', number).execute()
  money.papers.always = 'lost'
  const { orderNo } = await money.paid('ecpay')
  await settle()
  expect((await paperOf(orderNo)).state).toBe('wanted')
  await money.night()
  expect(await differences()).toEqual([])
  expect(await money.db.selectFrom('money_check_queue').select('problem').orderBy('problem').execute()).toHaveLength(2)
  money.papers.always = 'none'
  money.clock.advance(90 * 60_000)
  await settle()
  await money.night()
  expect(await differences()).toEqual([['paper-missing', 300, 0]])
  expect(await money.db.selectFrom('money_check_queue').selectAll().execute()).toEqual([])
  expect(money.logged.join('')).not.toMatch(/\/[0-9A-Z.+-]{7}\b|@example/)
})
