import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInvoiceFixture, type InvoiceFixture } from '#testing/invoice-fixture.ts'
import { settleInvoices } from './carry-out-deeds.ts'

let at: InvoiceFixture
beforeAll(async () => void (at = await openInvoiceFixture()))
afterAll(() => at?.close())

const orders = 16
const issued = () => at.network.sent.filter((path) => path === 'Issue').length

it('issues one invoice for each order while four processes settle together, and each is sent once', async () => {
  const placed = []
  for (let which = 0; which < orders; which++) placed.push(await at.payAs(which))
  await Promise.all([1, 2, 3, 4].map(() => settleInvoices(at.settling)))
  await at.settle()
  expect(await at.atIssuer()).toEqual({ papers: orders, net: orders * 300 })
  expect(issued()).toBe(orders)
  for (const orderNo of placed) expect(await at.book(orderNo)).toMatchObject({ net: 300, deeds: ['issue 300'] })
  expect(at.failures).toEqual([])
})

/** Two processes that have both seen that an order has no invoice, each with one of its own. */
async function twoInvoices(orderNo: string): Promise<void> {
  for (const n of [8, 9])
    await sql`
      with o as (select id from orders where order_no = ${orderNo}),
        v as (insert into invoices (id, order_id, issuer, relate_no, amount, lines, buyer, created_at)
          select gen_random_uuid(), o.id, 'ecpay', ${`${orderNo.replaceAll('-', '')}N${n}`}, 300, '[{"text": "x", "count": 1, "amount": 300}]', '{"kind": "member", "code": "", "taxId": "", "title": ""}', now() from o returning id, order_id)
      insert into invoice_deeds (id, invoice_id, order_id, kind, amount, next_try_at, created_at)
        select gen_random_uuid(), v.id, v.order_id, 'issue', 300, ${at.clock.now()}, now() from v`.execute(at.db)
}

it('does not let two of them in, whoever has looked before', async () => {
  const orderNo = await at.payAs(orders)
  await sql`delete from invoice_marks`.execute(at.db)
  await expect(twoInvoices(orderNo)).rejects.toThrow('invoice_deeds_one_at_a_time')
})

it('issues twice without the index that allows one deed at a time, so that the tests above mean something', async () => {
  await sql`drop index invoice_deeds_one_at_a_time`.execute(at.db)
  const orderNo = await at.payAs(orders + 1)
  await sql`delete from invoice_marks`.execute(at.db)
  await twoInvoices(orderNo)
  await at.settle()
  const { numbers } = await at.book(orderNo)
  expect(new Set(numbers).size).toBe(2)
})
