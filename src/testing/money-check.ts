import { openLog } from '#http/log.ts'
import { checkMoney } from '#modules/discrepancies/check-money.ts'
import { openIssuers, type Issuers } from '#modules/invoices/issuers.ts'
import { demo } from '#modules/invoices/issuers/ecpay/settings.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import type { Send } from '#modules/payments/provider.ts'
import { openProviders } from '#modules/payments/providers.ts'
import { demoSettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import { sendToDemoGateways } from '../../demo/gateway/post.ts'
import { sendToDemoIssuer } from '../../demo/issuer/send.ts'
import { faultySend } from './faulty-send.ts'
import { startLinepay } from './linepay/server.ts'
import { startNewebpay } from './newebpay/server.ts'
import { at, placed } from './orders.ts'
import { payAtGateway } from './refunds.ts'
import { smallCentre } from './small-centre.ts'
import { openTestService, TestClock, type TestMember } from './test-service.ts'

const ecpay = demoSettings('http://localhost:3000')
/** Each provider by a way of its own. */
const wayOf = { ecpay: 'card', newebpay: 'applepay', linepay: 'linepay' } as const satisfies Record<string, PayWay>
export type Taker = keyof typeof wayOf
export const takers = Object.keys(wayOf) as Taker[]
type Trade = { member: TestMember; orderNo: string; tradeNo: string }

/** A service with three providers and perhaps an issuer, each with its other side, and the job that compares. */
export async function openMoneyCheck({ issues = false } = {}) {
  const world = await openWorld(issues)
  const { service, bank, line } = world
  return {
    ...world,
    ...payingOf(world),
    ...comparingOf(world),
    async close() {
      await service.close()
      await bank.close()
      await line.close()
    },
  }
}
export type MoneyCheck = Awaited<ReturnType<typeof openMoneyCheck>>

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld(issues: boolean) {
  let clock = new TestClock(new Date('2026-11-15T10:00:00+08:00'))
  const now = () => clock.now()
  const [bank, line] = [await startNewebpay(now), await startLinepay(now)]
  let toEcpay: Send = async () => ({ failed: 'not open yet', isSent: false })
  const gateway = faultySend((outgoing) => toEcpay(outgoing))
  const payWays = Object.fromEntries(takers.map((taker) => [wayOf[taker], taker]))
  const providers = openProviders({ payments: { ecpay, newebpay: bank.settings, linepay: line.settings }, payWays }, gateway.send)
  const logged: string[] = []
  const log = openLog('info', { write: (text) => void logged.push(text) })
  let issuers: Issuers | undefined
  const papers = faultySend((outgoing) => sendToDemoIssuer({ db: service.db, clock })(outgoing))
  const invoices = issues ? { issuer: 'ecpay', settings: demo('https://park.example') } : undefined
  const service = await openTestService({
    providers,
    issuers: (db) => (issuers = openIssuers({ invoices }, { db, sendToDemo: papers.send })),
    log,
    lookEverySeconds: 1,
  })
  clock = service.clock
  const { db } = service
  toEcpay = sendToDemoGateways({ payments: { ecpay }, publicUrl: 'http://localhost:3000' }, { db, clock })
  await smallCentre(db)
  const deps = { db, providers, issuers: issuers!, orders: payableOrders({ moneyOwed: () => {} }), log }
  return { service, db, clock, bank, line, gateway, papers, deps, logged }
}

/** Members who pay, or begin to. */
function payingOf({ service, db, bank, line }: World) {
  let hours = 0
  const readAttempt = (orderNo: string) =>
    db
      .selectFrom('payment_attempts as a')
      .innerJoin('orders as o', 'o.id', 'a.order_id')
      .selectAll('a')
      .where('o.order_no', '=', orderNo)
      .orderBy('a.created_at', 'desc')
      .executeTakeFirstOrThrow()

  async function ordered(): Promise<{ member: TestMember; orderNo: string }> {
    const member = await service.newMember()
    return { member, orderNo: await placed(service, member, [at(1 + (hours % 8), 21, 7 + Math.floor(hours++ / 8))]) }
  }

  /** A member has an order and is on the provider's page. */
  async function begun(taker: Taker): Promise<Trade> {
    const { member, orderNo } = await ordered()
    const { body } = await service.call('POST', '/api/Payment/Start', { as: member, body: { orderNo, way: wayOf[taker] } })
    const form = () => new URLSearchParams(body.fields)
    if (taker === 'newebpay') await fetch(body.action, { method: 'POST', body: form(), headers: { origin: 'http://localhost:3000' } })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    if (taker === 'ecpay') await service.call('POST', new URL(body.action).pathname, { body: form().toString(), headers })
    return { member, orderNo, tradeNo: (await readAttempt(orderNo)).trade_no }
  }

  /** The same, and it was paid: here as well. */
  async function paid(taker: Taker): Promise<Trade> {
    if (taker === 'ecpay') {
      const { member, orderNo } = await ordered()
      await payAtGateway(service, member, orderNo)
      return { member, orderNo, tradeNo: (await readAttempt(orderNo)).trade_no }
    }
    const trade = await begun(taker)
    if (taker === 'newebpay') {
      const { path, body, headers } = bank.pay(trade.tradeNo).notice
      await service.call('POST', path, { body, headers })
      return trade
    }
    const back = new URL(line.pay(trade.tradeNo))
    await service.call('GET', back.pathname + back.search)
    await service.jobsDone('ask-about-payment')
    return trade
  }
  return { readAttempt, begun, paid }
}

type There = { paid?: boolean; amount?: number; refunded?: number }

function comparingOf(world: World) {
  const { db, clock, deps } = world
  return {
    /** What the provider's books say: whether it was paid, how much, and how much went back. */
    writeThere: (taker: Taker, tradeNo: string, there: There): Promise<void> | void =>
      taker === 'ecpay' ? writeAtEcpay(world, tradeNo, there) : writeAtOthers(world, taker, tradeNo, there),
    /** It is the morning after, and the job has run so often. */
    async night(runs = 1): Promise<void> {
      const first = Date.parse('2026-11-16T03:05:00+08:00')
      if (clock.now().getTime() < first) clock.advance(first - clock.now().getTime())
      for (let run = 0; run < runs; run++) {
        if (run > 0) clock.advance(600_000)
        await checkMoney(deps, clock)
      }
    },
    async found() {
      const rows = db.selectFrom('discrepancies as d').innerJoin('orders as o', 'o.id', 'd.order_id')
      const columns = ['d.kind', 'd.asked', 'd.ours', 'd.theirs', 'o.order_no as orderNo'] as const
      return rows.select(columns).orderBy('d.found_at').orderBy('d.kind').execute()
    },
  }
}

async function writeAtEcpay({ db, clock }: World, tradeNo: string, { paid, amount, refunded }: There): Promise<void> {
  const changes = {
    ...(paid === undefined ? {} : paid ? { state: 'paid', method: 'card', paid_at: clock.now() } : { state: 'failed' }),
    ...(amount === undefined ? {} : { amount }),
    ...(refunded === undefined ? {} : { refunded }),
  }
  await db.updateTable('demo_trades').set(changes).where('merchant_trade_no', '=', tradeNo).execute()
}

function writeAtOthers({ bank, line }: World, taker: 'newebpay' | 'linepay', tradeNo: string, { paid, amount, refunded }: There): void {
  if (taker === 'newebpay') {
    if (paid && !bank.trade(tradeNo)) bank.pay(tradeNo)
    const trade = bank.trade(tradeNo)
    if (paid !== undefined) trade.status = paid ? '1' : '2'
    if (amount !== undefined) trade.amount = amount
    if (refunded !== undefined) trade.refunded = refunded
    return
  }
  const payment = line.payment(tradeNo)
  if (paid !== undefined) payment.state = paid ? 'confirmed' : 'failed'
  if (amount !== undefined) payment.amount = amount
  if (refunded !== undefined) payment.refunds = refunded === 0 ? [] : [refunded]
}
