import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendToDemoGateways } from '../../../demo/gateway/post.ts'
import { loadConfig } from '#config.ts'
import { openLog } from '#http/log.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { at, placed } from '#testing/orders.ts'
import { payAtGateway, refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { tidepay, type TidePayment } from '#testing/tidepay/provider.ts'
import { startTidepay, type Tidepay } from '#testing/tidepay/server.ts'
import { askProviders } from './ask-providers.ts'
import { checkProviders, openProviders, providers as list, settingsOf, shownSettings, type Providers } from './providers.ts'
import { forgetPayers } from './store.ts'
import type { Send } from './provider.ts'
import { demoSettings } from './providers/ecpay/settings.ts'

/** The list with one line more. Tidepay's folder is all else that a second provider needs. */
const withTidepay = [tidepay, ...list]
const ecpay = demoSettings('http://localhost:3000')

let tide: Tidepay
let service: TestService
/** Each order has a member of its own. */
const owners = new Map<string, TestMember>()
/** What is set at this moment: settings change when a process starts anew, and the database stays. */
let set: Providers
let sendToEcpay: Send
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
const start = (...names: ('ecpay' | 'tidepay')[]) => {
  const settings = { ecpay, tidepay: tide.settings }
  set = openProviders(
    { payments: Object.fromEntries(names.map((name) => [name, settings[name]])) },
    (outgoing) => sendToEcpay(outgoing),
    withTidepay,
  )
}

beforeAll(async () => {
  tide = await startTidepay()
  start('tidepay')
  service = await openTestService({ providers: changing })
  const { db, clock } = service
  sendToEcpay = sendToDemoGateways({ payments: { ecpay }, publicUrl: 'http://localhost:3000' }, { db, clock })
  await smallCentre(db)
})
afterAll(async () => {
  await service?.close()
  await tide?.close()
})

let hours = 0
async function newOrder(): Promise<string> {
  const member = await service.newMember()
  const orderNo = await placed(service, member, [at(1 + (hours % 8), 19, 7 + Math.floor(hours++ / 8))])
  owners.set(orderNo, member)
  return orderNo
}
const ownerOf = (orderNo: string) => owners.get(orderNo)!
const begin = (orderNo: string) => service.call('POST', '/api/Payment/Start', { as: ownerOf(orderNo), body: { orderNo } })
const attemptOf = async (orderNo: string) => {
  const attempts = service.db.selectFrom('payment_attempts as a').innerJoin('orders as o', 'o.id', 'a.order_id').selectAll('a')
  return attempts.where('o.order_no', '=', orderNo).orderBy('a.created_at', 'desc').executeTakeFirstOrThrow()
}
const statusOf = async (orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as: ownerOf(orderNo) })).body.status
const deliver = ({ path, body, headers }: { path: string; body: string; headers: Record<string, string> }) =>
  service.call('POST', path, { body, headers })
/** Starts to pay, and the payer does something there. Answers the notice about it, which nobody has sent yet. */
async function visit(orderNo: string, status?: TidePayment['status']) {
  await begin(orderNo)
  const { trade_no: tradeNo } = await attemptOf(orderNo)
  return { tradeNo, ...tide.pay(tradeNo, status) }
}
async function paidByTide(): Promise<{ orderNo: string; tradeNo: string }> {
  const orderNo = await newOrder()
  const notice = await visit(orderNo)
  await deliver(notice)
  return { orderNo, tradeNo: notice.tradeNo }
}
const giveBack = async (orderNo: string): Promise<string> =>
  (await refundCalls(() => service).refund(ownerOf(orderNo), { orderNo })).body.refundNo
const ask = () => {
  const orders = payableOrders({ moneyOwed: () => {} })
  return askProviders({ db: service.db, providers: set, orders, log: openLog('silent') }, service.clock, 'by-notice')
}

describe('a second provider', () => {
  it('is asked for an address, and its notice of JSON confirms the order', async () => {
    const orderNo = await newOrder()
    const started = await begin(orderNo)
    const attempt = await attemptOf(orderNo)
    expect(started.body).toMatchObject({ method: 'get', action: `${tide.settings.url}/pay/${attempt.gateway_trade_no}`, fields: {} })
    expect(attempt).toMatchObject({ provider: 'tidepay', state: 'created', gateway_trade_no: expect.stringMatching(/^tide\d/) })
    const told = await deliver(tide.pay(attempt.trade_no))
    expect([told.status, told.headers.get('content-type'), told.body]).toEqual([200, 'application/json', { received: true }])
    expect(await statusOf(orderNo)).toBe('confirmed')
    expect(await attemptOf(orderNo)).toMatchObject({ state: 'paid', method: 'card' })
  })

  it('is not believed without its signature, at its address only, and about its own trades only', async () => {
    const orderNo = await newOrder()
    const notice = await visit(orderNo)
    const forged = await deliver({ ...notice, body: notice.body.replace('"captured"', '"captured" ') })
    expect(forged.body).toEqual({ received: false })
    expect((await deliver({ ...notice, path: '/api/Payment/Notice' })).text).toBe('0|CheckMacValue')
    for (const path of ['/api/Payment/Notice/nobody', '/api/Payment/Return/nobody']) {
      expect(await service.call('POST', path, { body: notice.body })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    start('tidepay', 'ecpay')
    await service.db.updateTable('payment_attempts').set({ provider: 'ecpay' }).where('trade_no', '=', notice.tradeNo).execute()
    expect((await deliver(notice)).body).toEqual({ received: true })
    expect(await statusOf(orderNo)).toBe('awaiting-payment')
    const stored = await service.db
      .selectFrom('payment_notices')
      .select(['provider', 'verdict'])
      .where('trade_no', '=', notice.tradeNo)
      .execute()
    expect(stored).toEqual(
      expect.arrayContaining([
        { provider: 'tidepay', verdict: 'bad-signature' },
        { provider: 'tidepay', verdict: 'unknown-trade' },
      ]),
    )
    start('tidepay')
  })

  it.each([
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{"reference":{"a":1}}',
    '{"reference":"a\\u0000\\ud800b","\\u0000":[null,"\\udfff"]}',
    'a=%00&b=1',
  ])('survives a notice that nobody wrote: %s', async (body) => {
    const headers = { 'content-type': 'application/json' }
    expect(await deliver({ path: '/api/Payment/Notice/tidepay', body, headers })).toMatchObject({ status: 200, body: { received: false } })
    expect((await deliver({ path: '/api/Payment/Notice/ecpay', body, headers })).text).toBe('0|CheckMacValue')
  })

  it('gets the browser back by its own words, which prove nothing', async () => {
    const orderNo = await newOrder()
    const { back, tradeNo } = await visit(orderNo)
    expect(new URL(back).pathname).toBe('/api/Payment/Return/tidepay')
    const landed = await service.call('GET', `${new URL(back).pathname}${new URL(back).search}`)
    expect([landed.status, landed.headers.get('location')]).toEqual([303, expect.stringContaining(`/redirectToResult?ref=${tradeNo}`)])
    expect(await attemptOf(orderNo)).toMatchObject({ state: 'processing' })
    const strange = await service.call('GET', '/api/Payment/Return/tidepay?reference=NOBODY')
    expect(strange.headers.get('location')).toBe('/redirectToResult')
  })

  it('is asked about silent payments, and captures only what an order still waits for', async () => {
    const [awaited, expired] = [await newOrder(), await newOrder()]
    const [first, second] = [await visit(awaited, 'authorised'), await visit(expired, 'authorised')]
    await service.db.updateTable('orders').set({ state: 'cancelled' }).where('order_no', '=', expired).execute()
    service.clock.advance(11 * 60_000)
    await ask()
    expect([tide.payment(first.tradeNo).status, tide.payment(second.tradeNo).status]).toEqual(['captured', 'authorised'])
    expect(await statusOf(awaited)).toBe('confirmed')
    expect(await attemptOf(expired)).toMatchObject({ state: 'created' })
  })

  it('that opens no trade is unavailable, and the next start is a new attempt', async () => {
    const orderNo = await newOrder()
    set = openProviders(
      { payments: { tidepay: { ...tide.settings, secret: 'another' } as typeof tide.settings } },
      sendToEcpay,
      withTidepay,
    )
    expect(await begin(orderNo)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    expect(await attemptOf(orderNo)).toMatchObject({ state: 'failed', failure: 'http 401' })
    start('tidepay')
    expect((await begin(orderNo)).status).toBe(200)
  })

  it('keeps of its notices what the books need, and nothing of the payer', async () => {
    const { orderNo, tradeNo } = await paidByTide()
    const read = async () =>
      (await service.db.selectFrom('payment_notices').select('body').where('trade_no', '=', tradeNo).executeTakeFirstOrThrow()).body
    expect(await read()).toMatchObject({ payer: { name: '王小明' } })
    const { order_id: orderId } = await attemptOf(orderNo)
    await service.db.transaction().execute((trx) => forgetPayers(trx, [orderId], withTidepay))
    expect(await read()).toEqual({ shop: 'S-1', id: expect.any(String), reference: tradeNo, amount: 300, status: 'captured' })
  })
})

describe('the day on which a centre changes its provider', () => {
  it('new payments go to the new one; what is open, paid and owed stays with the one that took it', async () => {
    start('ecpay')
    const [paidBefore, openBefore] = [await newOrder(), await newOrder()]
    await payAtGateway(service, ownerOf(paidBefore), paidBefore)
    const form = (await begin(openBefore)).body
    expect(form).toMatchObject({ method: 'post', fields: { MerchantTradeNo: expect.any(String) } })

    start('tidepay', 'ecpay')
    const { orderNo: paidAfter, tradeNo } = await paidByTide()
    const post = (path: string, fields: Record<string, string>) =>
      service.call('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const sent = await post(new URL(form.action).pathname, form.fields)
    const trade = new URL(sent.headers.get('location')!, form.action).searchParams.get('trade')!
    await post('/api/Demo/Gateway/Way', { trade, way: 'card' })
    expect(await Promise.all([paidBefore, openBefore, paidAfter].map(statusOf))).toEqual(['confirmed', 'confirmed', 'confirmed'])

    for (const orderNo of [paidBefore, openBefore, paidAfter])
      await refundIn(service, ownerOf(orderNo), await giveBack(orderNo), 'refunded')
    expect(tide.payment(tradeNo).refunded).toBe(300)
    const tries = await service.db
      .selectFrom('refund_tries as t')
      .innerJoin('refunds as r', 'r.id', 't.refund_id')
      .innerJoin('orders as o', 'o.id', 'r.order_id')
      .select(['o.order_no', 't.provider', 't.outcome'])
      .where('o.order_no', 'in', [paidBefore, openBefore, paidAfter])
      .execute()
    const by = Object.fromEntries(tries.map(({ order_no: orderNo, provider, outcome }) => [orderNo, `${provider} ${outcome}`]))
    expect(by).toEqual({ [paidBefore]: 'ecpay refunded', [openBefore]: 'ecpay refunded', [paidAfter]: 'tidepay refunded' })
  })

  it('a refund of a provider that is no longer set is held for staff, who send it once it is set again', async () => {
    start('ecpay')
    const orderNo = await newOrder()
    await payAtGateway(service, ownerOf(orderNo), orderNo)
    start('tidepay')
    const { orderNo: other, tradeNo } = await paidByTide()
    const [refundNo, otherNo] = [await giveBack(orderNo), await giveBack(other)]
    await refundIn(service, ownerOf(other), otherNo, 'refunded')
    expect(tide.payment(tradeNo).refunded).toBe(300)
    await refundIn(service, ownerOf(orderNo), refundNo, 'processing')

    const finance = await service.newMember({ role: 'finance' })
    const story = async () => (await service.call('GET', `/api/Staff/Refund/Story/${refundNo}`, { as: finance })).body
    expect(await story()).toMatchObject({
      need: 'answer',
      unclear: true,
      failure: expect.stringContaining('ecpay'),
      trade: { provider: '綠界科技 ECPay', isProviderSet: false },
      tries: [{ number: 1, outcome: 'refused' }],
    })
    start('tidepay', 'ecpay')
    expect(await story()).toMatchObject({ trade: { isProviderSet: true } })
    const again = await service.call('POST', '/api/Staff/Refund/Resolve', { as: finance, body: { refundNo, outcome: 'again' } })
    expect(again.status).toBe(200)
    await refundIn(service, ownerOf(orderNo), refundNo, 'refunded')
    const ledger = service.db.selectFrom('ledger as l').innerJoin('orders as o', 'o.id', 'l.order_id').select('l.amount')
    expect(await ledger.where('o.order_no', '=', orderNo).orderBy('l.id').execute()).toEqual([{ amount: 300 }, { amount: -300 }])
  })
})

describe('the settings of a second provider', () => {
  const env = { DEMO: '0', TIDEPAY_SHOP: 'S-1', TIDEPAY_SECRET: 'hush' }
  const read = (more: Record<string, string> = {}) => loadConfig({ ...env, ...more }, settingsOf(withTidepay))

  it('are read with their defaults, all of them or none', () => {
    expect(read().payments).toEqual({ tidepay: { url: 'https://api.tidepay.example', shop: 'S-1', secret: 'hush', demo: false } })
    expect(() => read({ TIDEPAY_SECRET: '' })).toThrow('The setting TIDEPAY_SECRET is missing: TIDEPAY_SHOP needs it.')
    expect(() => read({ TIDEPAY_URL: 'http://tide.example' })).toThrow('The setting TIDEPAY_URL cannot be used: must begin with https://.')
  })

  it('are shown without the secret, and checked by its own doctor', async () => {
    expect(shownSettings(read(), withTidepay)).toEqual([
      { name: 'TIDEPAY_URL', value: 'https://api.tidepay.example' },
      { name: 'TIDEPAY_SHOP', value: 'S-1' },
      { name: 'TIDEPAY_SECRET', value: '•••' },
    ])
    const check = async (payments: Parameters<typeof checkProviders>[0]['payments']) =>
      (await checkProviders({ payments }, service.clock.now(), withTidepay)).map(({ code }) => code)
    expect(await check({ tidepay: tide.settings })).toEqual(['payment_ready'])
    expect(await check({ ecpay })).toEqual(['payment_demo'])
    expect(await check({})).toEqual(['payment_not_set'])
  })
})
