import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '#http/log.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { deadPort } from '#testing/http-stand-in.ts'
import { startNewebpay, type NewebpayServer } from '#testing/newebpay/server.ts'
import { at, placed } from '#testing/orders.ts'
import { refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { askProviders } from '../../ask-providers.ts'
import { checkProviders, openProviders, sendOverNetwork, type Providers } from '../../providers.ts'
import type { PayWay } from '../../way-rules.ts'
import { demoSettings } from '../ecpay/settings.ts'

let bank: NewebpayServer
let service: TestService
let set: Providers
const owners = new Map<string, TestMember>()
const ecpay = demoSettings('http://localhost:3000')
/** Both are set; the ways go to these, as PAYMENT_WAYS says. */
const serve = (payWays: Partial<Record<PayWay, string>>) => {
  set = openProviders({ payments: { ecpay, newebpay: bank.settings }, payWays }, sendOverNetwork)
}
const byNewebpay = { card: 'newebpay', linepay: 'newebpay', taiwanpay: 'newebpay', atm: 'newebpay' } as const
const changing: Providers = {
  get serving() {
    return set.serving
  },
  get set() {
    return set.set
  },
  of: (name) => set.of(name),
  known: (name) => set.known(name),
}

beforeAll(async () => {
  bank = await startNewebpay(() => service.clock.now())
  serve(byNewebpay)
  service = await openTestService({ providers: changing })
  await smallCentre(service.db)
})
afterAll(async () => {
  await service?.close()
  await bank?.close()
})

type Post = { path: string; body: string; headers: Record<string, string> }
const post = ({ path, body, headers }: Post) => service.call('POST', path, { body, headers })
let hours = 0
async function newOrder(): Promise<string> {
  const member = await service.newMember()
  const orderNo = await placed(service, member, [at(1 + (hours % 8), 19, 7 + Math.floor(hours++ / 8))])
  owners.set(orderNo, member)
  return orderNo
}
const ownerOf = (orderNo: string) => owners.get(orderNo)!
function begin(orderNo: string, way: PayWay) {
  // The latest attempt is the one of the latest moment.
  service.clock.advance(1000)
  return service.call('POST', '/api/Payment/Start', { as: ownerOf(orderNo), body: { orderNo, way } })
}
const toPage = async ({ action, fields }: { action: string; fields: Record<string, string> }, headers: Record<string, string>) => {
  const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields), headers })
  return ((await page.json()) as { Status: string }).Status
}
const asBrowser = { origin: 'http://localhost:3000' }
/** The browser goes to NewebPay's page. Answers the trade. */
async function visit(orderNo: string, way: PayWay): Promise<string> {
  const started = await begin(orderNo, way)
  expect(await toPage(started.body, asBrowser)).toBe('SUCCESS')
  return (await attemptOf(orderNo)).trade_no
}
const attemptOf = async (orderNo: string) => {
  const attempts = service.db.selectFrom('payment_attempts as a').innerJoin('orders as o', 'o.id', 'a.order_id').selectAll('a')
  return attempts.where('o.order_no', '=', orderNo).orderBy('a.created_at', 'desc').executeTakeFirstOrThrow()
}
const statusOf = async (orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as: ownerOf(orderNo) })).body.status
async function paid(way: PayWay): Promise<{ orderNo: string; tradeNo: string }> {
  const orderNo = await newOrder()
  const tradeNo = await visit(orderNo, way)
  expect((await post(bank.pay(tradeNo).notice)).status).toBe(200)
  expect(await statusOf(orderNo)).toBe('confirmed')
  return { orderNo, tradeNo }
}
const giveBack = async (orderNo: string): Promise<string> =>
  (await refundCalls(() => service).refund(ownerOf(orderNo), { orderNo })).body.refundNo
const verdicts = async (tradeNo: string) => {
  const rows = await service.db.selectFrom('payment_notices').select('verdict').where('trade_no', '=', tradeNo).orderBy('id').execute()
  return rows.map(({ verdict }) => verdict)
}
const ask = () => {
  const orders = payableOrders({ moneyOwed: () => {} })
  return askProviders({ db: service.db, providers: set, orders, log: openLog('silent') }, service.clock, 'by-notice')
}

it('a card pays; the notice and what the browser brings say the same, and count once', async () => {
  const orderNo = await newOrder()
  const tradeNo = await visit(orderNo, 'card')
  const { notice, back } = bank.pay(tradeNo)
  expect([notice.path, back.path]).toEqual(['/api/Payment/Notice/newebpay', `/api/Payment/Return/newebpay?trade=${tradeNo}`])
  const landed = await post(back)
  expect([landed.status, landed.headers.get('location')]).toEqual([303, expect.stringContaining(`/redirectToResult?ref=${tradeNo}`)])
  expect(await statusOf(orderNo)).toBe('confirmed')
  expect((await post(notice)).status).toBe(200)
  expect(await attemptOf(orderNo)).toMatchObject({ state: 'paid', method: 'card', provider: 'newebpay', way: 'card' })
  expect(await verdicts(tradeNo)).toEqual(['paid', 'repeated'])
})

it('what a browser brings is believed only when it is signed', async () => {
  const orderNo = await newOrder()
  const tradeNo = await visit(orderNo, 'card')
  const { notice, back } = bank.pay(tradeNo)
  const forge = (one: Post) => ({ ...one, body: one.body.replace(/TradeSha=\w+/, `TradeSha=${'0'.repeat(64)}`) })
  expect((await post(forge(back))).status).toBe(303)
  expect((await post(forge(notice))).text).toBe('0')
  expect(await attemptOf(orderNo)).toMatchObject({ state: 'processing' })
  expect(await statusOf(orderNo)).toBe('awaiting-payment')
  expect(await verdicts(tradeNo)).toEqual([])
  expect((await post(notice)).text).toBe('1')
  expect(await statusOf(orderNo)).toBe('confirmed')
})

it('a form is good for one browser, for two minutes and for one trade', async () => {
  const orderNo = await newOrder()
  const started = await begin(orderNo, 'card')
  expect(await toPage(started.body, {})).toBe('MPG02005')
  const { trade_no: tradeNo } = await attemptOf(orderNo)
  expect(await toPage(started.body, asBrowser)).toBe('SUCCESS')
  bank.pay(tradeNo, 'MPG03009')
  expect(await toPage(started.body, asBrowser)).toBe('MPG03008')
  const late = await begin(orderNo, 'card')
  service.clock.advance(121_000)
  expect(await toPage(late.body, asBrowser)).toBe('MPG02004')
})

it('a failed payment is said to have failed, and the next try is another trade', async () => {
  const orderNo = await newOrder()
  const tradeNo = await visit(orderNo, 'card')
  await post(bank.pay(tradeNo, 'MPG03009').notice)
  expect(await attemptOf(orderNo)).toMatchObject({ state: 'failed', failure: 'MPG03009 訊息' })
  expect(await visit(orderNo, 'linepay')).not.toBe(tradeNo)
})

it('a number comes by the browser, is no payment, and is paid later', async () => {
  const orderNo = await newOrder()
  const tradeNo = await visit(orderNo, 'atm')
  const brought = bank.takeNumber(tradeNo)
  expect((await post(brought)).status).toBe(303)
  const number = { kind: 'atm', bankCode: '999', account: '1234567890' }
  expect(await attemptOf(orderNo)).toMatchObject({ state: 'number-issued', payment_number: number })
  await service.writeLetters()
  const mail = (await service.mail(ownerOf(orderNo).email, '繳費帳號：羽球館，請於 2026年11月18日（三）23:59 前繳費'))!
  expect(mail.body).toMatch(/銀行代碼：999\n繳費帳號：1234567890\n應繳金額：NT\$[\d,]+\n繳費期限：2026年/)
  expect(mail.body).toContain(orderNo)
  // The payer has it, signed, and may post it anywhere.
  await post({ ...brought, path: '/api/Payment/Notice/newebpay' })
  expect(await statusOf(orderNo)).toBe('awaiting-payment')
  await post(bank.pay(tradeNo).notice)
  expect(await attemptOf(orderNo)).toMatchObject({ state: 'paid', method: 'atm' })
  expect(await statusOf(orderNo)).toBe('confirmed')
})

it('a number that no browser brought is asked for, once', async () => {
  const orderNo = await newOrder()
  const tradeNo = await visit(orderNo, 'atm')
  bank.takeNumber(tradeNo)
  for (const minutes of [11, 20]) {
    service.clock.advance(minutes * 60_000)
    await ask()
  }
  expect(await attemptOf(orderNo)).toMatchObject({ state: 'number-issued', payment_number: { account: '1234567890' } })
  expect(await verdicts(tradeNo)).toEqual(['number-issued'])
})

it('a payment of which nobody told is asked about; a page that nobody used is over', async () => {
  const [silent, unused] = [await newOrder(), await newOrder()]
  bank.pay(await visit(silent, 'card'))
  await visit(unused, 'card')
  service.clock.advance(11 * 60_000)
  await ask()
  expect([await statusOf(silent), (await attemptOf(unused)).state]).toEqual(['confirmed', 'created'])
  service.clock.advance(11 * 60_000)
  await ask()
  expect(await attemptOf(unused)).toMatchObject({ state: 'failed', failure: 'NewebPay does not know the trade' })
})

it('what NewebPay took goes back by NewebPay, while PAYMENT_WAYS says otherwise', async () => {
  const [card, line, captured] = [await paid('card'), await paid('linepay'), await paid('card')]
  serve({ card: 'ecpay' })
  for (const { orderNo } of [card, line]) await refundIn(service, ownerOf(orderNo), await giveBack(orderNo), 'refunded')
  expect([bank.trade(card.tradeNo), bank.trade(line.tradeNo)]).toMatchObject([
    { status: '3', refunded: 300, close: '0' },
    { status: '1', refunded: 300, close: '3' },
  ])
  bank.batch()
  service.clock.advance(30 * 3_600_000)
  await service.keepSessions()
  await refundIn(service, ownerOf(captured.orderNo), await giveBack(captured.orderNo), 'refunded')
  expect(bank.trade(captured.tradeNo)).toMatchObject({ status: '1', close: '3', refunded: 300 })
  serve(byNewebpay)
})

it('a batch of the bank is looked into by staff, and then not sent twice', async () => {
  const { orderNo, tradeNo } = await paid('card')
  bank.faults.cancel = 'TRA20001'
  const refundNo = await giveBack(orderNo)
  await refundIn(service, ownerOf(orderNo), refundNo, 'processing')
  const finance = await service.newMember({ role: 'finance' })
  const story = async () => (await service.call('GET', `/api/Staff/Refund/Story/${refundNo}`, { as: finance })).body
  for (const deadline = Date.now() + 8000; !(await story()).unclear && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await story()).toMatchObject({ unclear: true, failure: expect.stringContaining('TRA20001') })
  delete bank.faults.cancel
  await service.call('POST', '/api/Staff/Refund/Resolve', { as: finance, body: { refundNo, outcome: 'again' } })
  await refundIn(service, ownerOf(orderNo), refundNo, 'refunded')
  expect(bank.trade(tradeNo)).toMatchObject({ status: '3', refunded: 300 })
})

it('parts go back until nothing is left, and no part before the capture or of Taiwan Pay', async () => {
  const [card, line, taiwan] = [await paid('card'), await paid('linepay'), await paid('taiwanpay')]
  const give = async ({ tradeNo }: { tradeNo: string }, way: PayWay, amount: number) => {
    const wanted = {
      tradeNo,
      way,
      gatewayTradeNo: '',
      amount,
      total: 300,
      paidAt: service.clock.now(),
      isFirst: false,
      before: 0,
    }
    const answer = await set.of('newebpay')!.refund(wanted, service.clock.now())
    return answer.kind === 'refunded' ? answer.kind : `${answer.kind} ${answer.reason.split(' ')[0]}`
  }
  expect(await give(card, 'card', 100)).toBe('refused not')
  bank.batch()
  expect([await give(card, 'card', 200), await give(card, 'card', 200), await give(card, 'card', 100)]).toEqual([
    'refunded',
    'refused TRA10036',
    'refunded',
  ])
  expect([await give(line, 'linepay', 200), await give(line, 'linepay', 200)]).toEqual(['refunded', 'refused 1105'])
  expect([await give(taiwan, 'taiwanpay', 100), await give(taiwan, 'taiwanpay', 300)]).toEqual(['refused 1108', 'refunded'])
  expect([card, line, taiwan].map(({ tradeNo }) => bank.trade(tradeNo).refunded)).toEqual([300, 200, 300])
})

it('the doctor finds it ready, its keys wrong, or nobody there', async () => {
  const codes = async (different: object = {}) => {
    const payments = { newebpay: { ...bank.settings, ...different } }
    return (await checkProviders({ payments }, service.clock.now())).map(({ code }) => code)
  }
  expect(await codes()).toEqual(['payment_ready'])
  expect(await codes({ hashKey: 'x'.repeat(32) })).toEqual(['payment_keys_wrong'])
  expect(await codes({ merchantId: 'MS9' })).toEqual(['payment_keys_wrong'])
  expect(await codes({ url: `http://127.0.0.1:${await deadPort()}` })).toEqual(['refused'])
})
