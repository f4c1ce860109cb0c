import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { Config } from '#config.ts'
import { openLog } from '#http/log.ts'
import { settleInvoices } from '#modules/invoices/carry-out-deeds.ts'
import { openIssuers, type Issuers } from '#modules/invoices/issuers.ts'
import { demo } from '#modules/invoices/issuers/ecpay/settings.ts'
import type { Buyer } from '#modules/invoices/buyer-rules.ts'
import { writeOrderBuyer } from '#modules/invoices/buyer-store.ts'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { sendToDemoIssuer } from '../../demo/issuer/send.ts'
import { faultySend } from './faulty-send.ts'
import { paidNotice } from './payment-fixture.ts'
import { openRefundFixture } from './refund-fixture.ts'
import { TestClock } from './test-service.ts'

export const atNoon = new Date('2026-11-18T12:00:00+08:00')

/** Members who pay and give back, with the demo's issuers behind a network that fails as it is told to. */
export async function openInvoiceFixture(invoices: Config['invoices'] = { issuer: 'ecpay', settings: demo('https://park.example') }) {
  const fixture = await openRefundFixture()
  const { db } = fixture
  const clock = new TestClock(atNoon)
  /** No two things happen at the same moment. */
  const ticking = { now: () => (clock.advance(1), clock.now()) }
  const network = faultySend(sendToDemoIssuer({ db, clock }))
  const open = (set: Config['invoices']): Issuers => openIssuers({ invoices: set }, { db, sendToDemo: network.send })
  const failures: unknown[] = []
  const deps = {
    db,
    issuers: open(invoices),
    log: openLog('silent'),
    clock: ticking,
    onFailure: (error: unknown) => void failures.push(error),
  }
  return {
    ...fixture,
    clock,
    network,
    settling: deps,
    failures,
    settle: () => settleInvoices(deps),
    /** Lets time pass, and the jobs run as often as they would. */
    async settleFor(minutes: number): Promise<void> {
      for (let at = 0; at < minutes; at += 5) {
        clock.advance(5 * 60_000)
        await settleInvoices(deps)
      }
    },
    /** From now on another issuer is set. */
    change: (set: Config['invoices']) => void (deps.issuers = open(set)),
    /** An hour that was paid by card: 300. */
    pay: (hour = 9, items = 1) => fixture.paid(ticking.now(), { items, hour }),
    /** The same for one member after the other, so that nobody books too much. */
    async payAs(which: number): Promise<string> {
      const now = ticking.now()
      const memberId = fixture.members[which % fixture.members.length]!
      const orderNo = await fixture.place(now, { member: memberId, courtId: 1 + (which % 8), ahead: 4 + Math.floor(which / 8) })
      const { tradeNo } = await fixture.visit(orderNo, now, memberId)
      await fixture.receive(paidNotice(tradeNo), now)
      return orderNo
    },
    /** So much of an order is owed back. */
    async owe(orderNo: string, amount: number, cause = crypto.randomUUID()): Promise<void> {
      const order = await fixture.order(orderNo)
      await insertRefundDue(
        db,
        { id: crypto.randomUUID(), orderId: order.id, attemptId: null, amount, reason: 'asked', cause },
        clock.now(),
      )
    },
    async buyer(orderNo: string, buyer: Buyer): Promise<void> {
      await writeOrderBuyer(db, (await fixture.order(orderNo)).id, buyer, clock.now())
    },
    ...readBooks(db),
  }
}
export type InvoiceFixture = Awaited<ReturnType<typeof openInvoiceFixture>>

/** Invoices as they stand in the database, and at the issuer. */
function readBooks(db: Db) {
  return {
    /** What the order's invoices are, and what was done, in its order: `issue 300`, `allow 100 held`. */
    async book(orderNo: string): Promise<{ net: number; deeds: string[]; numbers: (string | null)[] }> {
      const { rows } = await sql<{ net: number; deeds: string[]; numbers: (string | null)[] }>`
        select coalesce((select sum(case v.state when 'issued' then v.amount else 0 end) from invoices v where v.order_id = o.id), 0)::integer
            - coalesce((select sum(d.amount) from invoice_deeds d join invoices v on v.id = d.invoice_id and v.state = 'issued'
              where d.order_id = o.id and d.kind = 'allow' and d.state = 'done'
                and not exists (select from invoice_deeds w where w.allowance_id = d.id and w.state = 'done')), 0)::integer as net,
          array(select d.kind || ' ' || d.amount || case d.state when 'done' then '' else ' ' || d.state end from invoice_deeds d where d.order_id = o.id order by d.created_at, d.id) as deeds,
          array(select v.number from invoices v where v.order_id = o.id order by v.created_at) as numbers
        from orders o where o.order_no = ${orderNo}`.execute(db)
      return rows[0]!
    },
    /** What the issuer has under the order: papers that are not void, without their allowances. */
    async atIssuer(): Promise<{ papers: number; net: number }> {
      const { rows } = await sql<{ papers: number; net: number }>`
        select count(*)::integer as papers, coalesce(sum(p.amount - coalesce((select sum(a.amount) from demo_allowances a where a.paper = p.number and a.voided_at is null), 0))
          filter (where p.voided_at is null), 0)::integer as net from demo_papers p`.execute(db)
      return rows[0]!
    },
  }
}
