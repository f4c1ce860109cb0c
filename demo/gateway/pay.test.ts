import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayCalls, pathOf, site } from '#testing/gateway-calls.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { placed } from '#testing/orders.ts'
import type { PayWay } from '../../src/modules/payments/way-rules.ts'
import { paidNotice } from '#testing/payment-fixture.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { type Fields } from '../../src/modules/payments/providers/ecpay/fields.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T10:00:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const payer = gatewayCalls(() => service)
const { newOrder, post, result, start, take, visit } = payer
const waysOf = async (orderNo: string): Promise<PayWay[]> =>
  (await service.call('GET', `/api/Payment/Ways?orderNo=${orderNo}`, { as: payer.member })).body.items.map(
    ({ way }: { way: PayWay }) => way,
  )
const inputsOf = (html: string): Fields =>
  Object.fromEntries([...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [name!, value!]))

describe('paying by card', () => {
  it('goes by a signed form to the gateway, by a notice to the order, and by the browser to the result', async () => {
    const orderNo = await newOrder()
    expect(await result(orderNo)).toMatchObject({ status: 'awaiting-payment', amount: 300, payment: null, refundDue: 0 })
    const { trade, page, tradeNo } = await visit(orderNo)
    expect(page).toContain('NT$300')
    expect(await result(orderNo)).toMatchObject({ status: 'awaiting-payment', payment: { state: 'created' } })

    const paid = await take(trade, 'card')
    expect(await result(orderNo)).toMatchObject({
      status: 'confirmed',
      payment: { state: 'paid', method: 'card', amount: 300, number: null },
    })

    expect(paid.text).toContain(`action="${site}/api/Payment/Return"`)
    const back = await post('/api/Payment/Return', inputsOf(paid.text))
    expect(back.status).toBe(303)
    const ref = new URL(back.headers.get('location')!, site).searchParams.get('ref')!
    expect(service.tokens.readReference(ref)).toBe(tradeNo)
    const landed = await service.call('GET', `/api/Payment/Result?ref=${ref}`, { as: payer.member })
    expect(landed.body).toMatchObject({ orderNo, status: 'confirmed', payment: { state: 'paid' } })
    expect(await service.db.selectFrom('ledger').select('amount').where('cause', '=', `payment:${tradeNo}`).execute()).toEqual([
      { amount: 300 },
    ])
  })

  it('may fail and be retried, on the same page or from the start', async () => {
    const orderNo = await newOrder()
    const { trade } = await visit(orderNo)
    const declined = await take(trade, 'card-declined')
    expect(declined.text).toContain('刷卡未成功')
    expect(await result(orderNo)).toMatchObject({ status: 'awaiting-payment', payment: { state: 'failed', method: 'card' } })
    const again = await visit(orderNo)
    expect(again.trade).not.toBe(trade)
    await take(again.trade, 'card')
    expect(await result(orderNo)).toMatchObject({ status: 'confirmed', payment: { state: 'paid' } })
    await take(trade, 'card')
    expect(await result(orderNo)).toMatchObject({ status: 'confirmed', refundDue: 300 })
  })

  it('is booked once, however often the button is pressed', async () => {
    const orderNo = await newOrder()
    const { trade, tradeNo } = await visit(orderNo)
    await Promise.all(Array.from({ length: 10 }, () => take(trade, 'card')))
    expect(await service.db.selectFrom('ledger').select('amount').where('cause', '=', `payment:${tradeNo}`).execute()).toHaveLength(1)
  })
})

describe('a bank or store number', () => {
  it('is offered only when the period is far enough away', async () => {
    const soon = await newOrder(3)
    expect(await waysOf(soon)).toEqual(['card', 'applepay', 'linepay', 'jkopay', 'taiwanpay', 'twqr', 'webatm'])
    expect((await start(soon, payer.member, {}, 'atm')).body, 'and cannot be had by asking for it').toMatchObject({
      status: 409,
      code: 'way_not_offered',
    })
    expect(await waysOf(await newOrder(4))).toEqual([
      'card',
      'applepay',
      'linepay',
      'jkopay',
      'taiwanpay',
      'twqr',
      'webatm',
      'atm',
      'cvs',
      'barcode',
    ])
  })

  it('is what the payer chose, and nothing else', async () => {
    const { page, trade, fields } = await visit(await newOrder(5), {}, 'atm')
    expect(fields).toMatchObject({ ChoosePayment: 'ATM' })
    expect(page).toContain('value="atm"')
    expect(page).not.toContain('value="card"')
    expect((await take(trade, 'card')).status).toBe(303)
    expect((await service.db.selectFrom('demo_trades').select('state').where('trade_no', '=', trade).executeTakeFirstOrThrow()).state).toBe(
      'open',
    )
  })

  it('of three barcodes holds the order until the store has reported', async () => {
    const orderNo = await newOrder(6)
    const { trade } = await visit(orderNo, {}, 'barcode')
    await take(trade, 'barcode')
    const { payBefore, payment } = await result(orderNo)
    expect(payment).toMatchObject({ state: 'number-issued', way: 'barcode', method: 'cvs', number: { kind: 'barcode' } })
    expect(payment.number.codes).toHaveLength(3)
    expect(payBefore, 'which is not what its member is told').toBe(payment.number.deadline)
    const { pay_before: heldUntil } = await service.db
      .selectFrom('orders')
      .select('pay_before')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow()
    expect(heldUntil!.getTime() - Date.parse(payBefore)).toBe(2 * 86_400_000)
  })

  it.each(['atm', 'cvs'] as const)('is issued, shown with its deadline, extends the hold, and is paid at the counter: %s', async (way) => {
    const orderNo = await newOrder(5)
    const { trade } = await visit(orderNo, {}, way)
    const issued = await take(trade, way)
    const waiting = await result(orderNo)
    expect(waiting).toMatchObject({ status: 'awaiting-payment', payment: { state: 'number-issued', method: way, number: { kind: way } } })
    expect(waiting.payBefore).toBe(waiting.payment.number.deadline)
    expect(Date.parse(waiting.payBefore) - service.clock.now().getTime()).toBeGreaterThan(2.9 * 86_400_000)
    const number = way === 'atm' ? waiting.payment.number.account : waiting.payment.number.code
    expect((await service.call('GET', issued.headers.get('location')!)).text).toContain(number)

    expect((await service.call('GET', `/api/Demo/Gateway/Counter?number=${number}`)).text).toContain('NT$')
    const paid = await post('/api/Demo/Gateway/Counter', { number })
    expect((await service.call('GET', paid.headers.get('location')!)).text).toContain('付款完成')
    expect(await result(orderNo)).toMatchObject({ status: 'confirmed', payment: { state: 'paid', method: way } })
  })

  it('expires', async () => {
    const orderNo = await newOrder(5)
    const { trade } = await visit(orderNo, {}, 'cvs')
    await take(trade, 'cvs')
    const { payment } = await result(orderNo)
    service.clock.advance(3 * 86_400_000 + 1000)
    await post('/api/Demo/Gateway/Counter', { number: payment.number.code })
    expect(await result(orderNo)).toMatchObject({ status: 'expired', payment: { state: 'number-issued' } })
    expect((await service.call('GET', `/api/Demo/Gateway/Counter?number=${payment.number.code}`)).text).toContain('號碼已過期')
    expect((await start(orderNo)).body).toMatchObject({ status: 409, code: 'order_expired' })
  })
})

describe('the ways to pay an order', () => {
  it('begin with the one by which its member paid last', async () => {
    const first = await newOrder()
    const { trade } = await visit(first, {}, 'twqr')
    await take(trade, 'twqr')
    expect(await result(first)).toMatchObject({ status: 'confirmed', payment: { way: 'twqr', method: 'other' } })
    expect(await waysOf(first), 'nothing is left to pay').toEqual([])
    const member = payer.member
    const from = new Date(service.clock.now().getTime() + 2 * 86_400_000)
    from.setUTCHours(23, 0, 0, 0)
    const item = { venue2ndId: 8, start: from.toISOString(), end: new Date(from.getTime() + 3_600_000).toISOString() }
    const second = await placed(service, member, [item])
    expect((await waysOf(second))[0]).toBe('twqr')
    expect((await start(second, member)).body.fields, 'which is meant when nothing is said').toMatchObject({ ChoosePayment: 'TWQR' })
  })

  it('are told to its member alone', async () => {
    const orderNo = await newOrder()
    const ask = async (as?: TestMember) => (await service.call('GET', `/api/Payment/Ways?orderNo=${orderNo}`, as ? { as } : {})).status
    expect([await ask(), await ask(await service.newMember()), await ask(payer.member)]).toEqual([401, 404, 200])
    const { payLink } = (await service.call('GET', `/api/Payment/Ways?orderNo=${orderNo}`, { as: payer.member })).body
    const ref = new URL(payLink, site).searchParams.get('ref')!
    expect((await service.call('GET', `/api/Payment/Link?ref=${ref}`)).body, 'in another browser').toMatchObject({ orderNo, amount: 300 })
    expect((await start(orderNo, payer.member, {}, 'gold' as PayWay)).status).toBe(422)
    expect((await start(orderNo, payer.member, {}, 'atm')).body, 'too near for a number').toMatchObject({
      status: 409,
      code: 'way_not_offered',
    })
  })
})

describe('the payment calls', () => {
  it('answer the gateway in its protocol', async () => {
    const orderNo = await newOrder()
    const { tradeNo } = await visit(orderNo)
    const tell = (fields: Fields) => post('/api/Payment/Notice', fields)
    const bad = await tell({ ...paidNotice(tradeNo), TradeAmt: '1' })
    expect([bad.status, bad.text, bad.headers.get('content-type')]).toEqual([200, '0|CheckMacValue', 'text/plain; charset=utf-8'])
    expect((await tell(paidNotice(tradeNo, { SimulatePaid: '1' }))).text, 'ignored on purpose').toBe('1|OK')
    expect((await tell(paidNotice('F0'))).text).toBe('1|OK')
    expect(await result(orderNo)).toMatchObject({ status: 'awaiting-payment' })
    expect((await tell(paidNotice(tradeNo))).text).toBe('1|OK')
    expect((await tell(paidNotice(tradeNo))).text).toBe('1|OK')
    expect(await result(orderNo)).toMatchObject({ status: 'confirmed' })
  })

  it('ignore the data of the browser, and query the gateway', async () => {
    const orderNo = await newOrder()
    const { tradeNo } = await visit(orderNo)
    const back = await post('/api/Payment/Return', paidNotice(tradeNo))
    expect(back.headers.get('location')).toMatch(/^\/redirectToResult\?ref=/)
    expect(await result(orderNo)).toMatchObject({ status: 'awaiting-payment', payment: { state: 'processing' } })
    expect((await post('/api/Payment/Return', { MerchantTradeNo: 'nobody' })).headers.get('location')).toBe('/redirectToResult')
    expect((await post('/api/Payment/Return', { MerchantTradeNo: '\u0000' })).headers.get('location')).toBe('/redirectToResult')
  })

  it('show a payment to its member alone', async () => {
    const orderNo = await newOrder()
    const { tradeNo } = await visit(orderNo)
    const other = await service.newMember()
    const ref = service.tokens.signReference(tradeNo)
    for (const query of [`orderNo=${orderNo}`, `ref=${ref}`]) {
      expect((await service.call('GET', `/api/Payment/Result?${query}`, { as: other })).status).toBe(404)
      expect((await service.call('GET', `/api/Payment/Result?${query}`)).status).toBe(401)
    }
    expect((await service.call('GET', '/api/Payment/Result?ref=forged.xxxxxxxxxxxxxxxxxxxxxx', { as: payer.member })).status).toBe(404)
    expect((await service.call('GET', `/api/Payment/Result?ref=${ref}&orderNo=${orderNo}`, { as: payer.member })).status).toBe(422)
    expect((await start(orderNo, other)).status).toBe(404)
  })
})

it('the return from the gateway keeps the host and the language of the page that the member left', async () => {
  const orderNo = await newOrder()
  const there = { as: payer.member, headers: { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' } }
  const { body } = await service.call('POST', '/api/Payment/Start', { ...there, body: { orderNo, prefix: 'en' } })
  expect(body.fields).toMatchObject({
    ReturnURL: `${site}/api/Payment/Notice`,
    OrderResultURL: 'http://127.0.0.1:3000/api/Payment/Return?prefix=en',
    ClientBackURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/en\/redirectToResult\?ref=/),
  })
  const opened = await post(pathOf(body.action), body.fields)
  const gateway = await service.call('GET', pathOf(opened.headers.get('location')!))
  expect(gateway.headers.get('content-security-policy')).toContain(`form-action 'self' ${site} http://127.0.0.1:3000;`)
  const back = await post('/api/Payment/Return?prefix=en', { MerchantTradeNo: body.fields.MerchantTradeNo })
  expect(back.headers.get('location')).toMatch(/^\/en\/redirectToResult\?ref=/)
  const rubbish = await post('/api/Payment/Return?prefix=//evil.example', { MerchantTradeNo: body.fields.MerchantTradeNo })
  expect(rubbish.headers.get('location')).toMatch(/^\/redirectToResult\?ref=/)
  const foreign = await service.call('POST', '/api/Payment/Start', {
    as: payer.member,
    headers: { host: 'evil.example' },
    body: { orderNo },
  })
  expect(JSON.stringify(foreign.body)).not.toContain('evil.example')
})
