import { openLog } from '#http/log.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { askProviders, type AskingDeps } from '#modules/payments/ask-providers.ts'
import { openProviders } from '#modules/payments/providers.ts'
import { at, placed } from '../orders.ts'
import { smallCentre } from '../small-centre.ts'
import { openTestService, TestClock, type TestMember, type TestService } from '../test-service.ts'
import { startLinepay } from './server.ts'

export const firstMoment = new Date('2026-11-15T10:00:00+08:00')
export const minutes = (count: number): number => count * 60_000
/** A member who pays an order. */
export type Going = { member: TestMember; orderNo: string; tradeNo: string }

/** The whole service, whose only payment provider is LINE Pay, and LINE Pay's server; both have the same clock. */
export async function openLinepayService() {
  let clock = new TestClock(firstMoment)
  const line = await startLinepay(() => clock.now())
  const providers = openProviders({ payments: { linepay: line.settings } }, async () => ({ failed: 'no demo', isSent: false }))
  const service = await openTestService({ providers, start: firstMoment })
  clock = service.clock
  const { db } = service
  await smallCentre(db)
  const asking: AskingDeps = { db, providers, orders: payableOrders({ moneyOwed: () => {} }), log: openLog('silent') }
  const ask = () => askProviders(asking, clock, 'when-asked')
  let hours = 0

  const reads = readPayments(service)
  const { start, begun } = startsOf(service)

  return {
    service,
    line,
    providers,
    asking,
    ask,
    start,
    /** Starts to pay; answers the trade number. */
    begun,
    /** A member has an order, has started to pay it, and is on LINE Pay's page. */
    async going({ items = 1 } = {}): Promise<Going> {
      const member = await service.newMember()
      const hour = 7 + Math.floor(hours / 8)
      const wanted = Array.from({ length: items }, () => at(1 + (hours++ % 8), 21, hour))
      const orderNo = await placed(service, member, wanted)
      return { member, orderNo, tradeNo: await begun(member, orderNo) }
    },
    async paid(options?: { items: number }): Promise<Going> {
      const trade = await this.going(options)
      await this.comeBack(line.pay(trade.tradeNo))
      await this.answered()
      if ((await reads.statusOf(trade)) !== 'confirmed') throw new Error('not paid')
      return trade
    },
    ...reads,
    /** The browser returns to an address. */
    comeBack: (address: string) => service.call('GET', new URL(address).pathname + new URL(address).search),
    /** What was asked because of a return has been answered. */
    answered: () => service.jobsDone('ask-about-payment'),
    /** Minutes pass, and the job that asks runs after each. */
    async minute(count = 1): Promise<void> {
      for (let n = 0; n < count; n++) {
        clock.advance(minutes(1))
        await ask()
      }
    },
    async close() {
      await service.close()
      await line.close()
    },
  }
}
export type LinepayService = Awaited<ReturnType<typeof openLinepayService>>

function startsOf(service: TestService) {
  const start = (as: TestMember, orderNo: string) => service.call('POST', '/api/Payment/Start', { as, body: { orderNo, way: 'linepay' } })
  async function begun(as: TestMember, orderNo: string): Promise<string> {
    const { status, body, text } = await start(as, orderNo)
    if (status !== 200 || body.method !== 'get') throw new Error(`not started: ${text}`)
    return (await readPayments(service).attemptOf(orderNo)).trade_no
  }
  return { start, begun }
}

/** Orders, their attempts and their money, as they stand. */
const readPayments = (service: TestService) => ({
  attemptOf: (orderNo: string) =>
    service.db
      .selectFrom('payment_attempts as a')
      .innerJoin('orders as o', 'o.id', 'a.order_id')
      .selectAll('a')
      .where('o.order_no', '=', orderNo)
      .orderBy('a.created_at', 'desc')
      .executeTakeFirstOrThrow(),
  statusOf: async ({ member, orderNo }: Going): Promise<string> =>
    (await service.call('GET', `/api/Order/${orderNo}`, { as: member })).body.status,
  async ledgerOf(orderNo: string) {
    const ledger = service.db.selectFrom('ledger as l').innerJoin('orders as o', 'o.id', 'l.order_id').select(['l.amount', 'l.way'])
    return ledger.where('o.order_no', '=', orderNo).orderBy('l.id').execute()
  },
})
