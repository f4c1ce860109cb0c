import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from '#modules/orders/place-order.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { openHouse, type House, type TestMember } from '#testing/house.ts'
import { keys, paidNotice } from '#testing/payment-fixture.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { sign, type Fields } from '../../src/modules/payments/ecpay-fields.ts'

const site = 'http://localhost:3000'
let house: House
let placing: PlaceOrderDeps
let member: TestMember
let made = 0
beforeAll(async () => {
  house = await openHouse({ start: new Date('2026-11-16T10:00:00+08:00') })
  await smallCentre(house.db)
  placing = openPlacing(house.db, openCatalogues(house.db))
})
afterAll(() => house.close())

/** A cheap hour of its own, `ahead` days from now, for a member of its own. */
async function newOrder(ahead = 1): Promise<string> {
  member = await house.newMember()
  const [courtId, hour] = [1 + (made % 8), 7 + Math.floor(made++ / 8)]
  const start = momentAt(addDays(dayOf(house.clock.now()), ahead), hour * 60)
  const items = [{ courtId, period: { start, end: new Date(start.getTime() + 3_600_000) } }]
  const request = {
    memberId: member.id,
    identityId: 1,
    items,
    contactName: '',
    contactPhone: '',
    remark: '',
    idempotencyKey: crypto.randomUUID(),
  }
  const placed = await placeOrder(placing, request, house.clock.now())
  if (!placed.ok) throw new Error(JSON.stringify(placed.refusal))
  return placed.value.orderNo
}

const start = (orderNo: string, as = member, headers = {}) => house.call('POST', '/api/Payment/Start', { as, body: { orderNo }, headers })
const result = async (orderNo: string) => (await house.call('GET', `/api/Payment/Result?orderNo=${orderNo}`, { as: member })).body
const post = (path: string, fields: Fields) =>
  house.call('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const pathOf = (url: string) => url.replace(site, '')

/** What a browser would do: follow the form to the payment page. */
async function visit(orderNo: string, headers = {}): Promise<{ page: string; trade: string; fields: Fields; tradeNo: string }> {
  const { body } = await start(orderNo, member, headers)
  const sent = await post(pathOf(body.action), body.fields)
  expect(sent.status).toBe(303)
  const location = sent.headers.get('location')!
  const shown = await house.call('GET', location)
  return {
    page: shown.text,
    trade: new URL(location, site).searchParams.get('trade')!,
    fields: body.fields,
    tradeNo: body.fields.MerchantTradeNo,
  }
}
const take = (trade: string, way: string) => post('/api/Demo/Gateway/Way', { trade, way })
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
    expect(house.tokens.readReference(ref)).toBe(tradeNo)
    const landed = await house.call('GET', `/api/Payment/Result?ref=${ref}`, { as: member })
    expect(landed.body).toMatchObject({ orderNo, status: 'confirmed', payment: { state: 'paid' } })
    expect(await house.db.selectFrom('ledger').select('amount').where('cause', '=', `payment:${tradeNo}`).execute()).toEqual([
      { amount: 300 },
    ])
  })

  it('may fail and be tried again, on the same page or from the start', async () => {
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

  it('happens once, however often the button is pressed', async () => {
    const orderNo = await newOrder()
    const { trade, tradeNo } = await visit(orderNo)
    await Promise.all(Array.from({ length: 10 }, () => take(trade, 'card')))
    expect(await house.db.selectFrom('ledger').select('amount').where('cause', '=', `payment:${tradeNo}`).execute()).toHaveLength(1)
  })
})

describe('a number', () => {
  it('is offered only when the period is far enough away', async () => {
    const near = await visit(await newOrder(3))
    expect(near.page).not.toContain('value="atm"')
    expect((await take(near.trade, 'atm')).status, 'and cannot be had by asking for it').toBe(303)
    expect(
      (await house.db.selectFrom('demo_trades').select('state').where('trade_no', '=', near.trade).executeTakeFirstOrThrow()).state,
    ).toBe('open')
    const far = await visit(await newOrder(4))
    expect(far.page).toContain('value="atm"')
    expect(far.page).toContain('value="cvs"')
  })

  it.each(['atm', 'cvs'] as const)('is issued, shown with its deadline, held for, and paid at the counter: %s', async (way) => {
    const orderNo = await newOrder(5)
    const { trade } = await visit(orderNo)
    const issued = await take(trade, way)
    const waiting = await result(orderNo)
    expect(waiting).toMatchObject({ status: 'awaiting-payment', payment: { state: 'number-issued', method: way, number: { kind: way } } })
    expect(waiting.payBefore).toBe(waiting.payment.number.deadline)
    expect(Date.parse(waiting.payBefore) - house.clock.now().getTime()).toBeGreaterThan(2.9 * 86_400_000)
    const number = way === 'atm' ? waiting.payment.number.account : waiting.payment.number.code
    expect((await house.call('GET', issued.headers.get('location')!)).text).toContain(number)

    expect((await house.call('GET', `/api/Demo/Gateway/Counter?number=${number}`)).text).toContain('NT$')
    const paid = await post('/api/Demo/Gateway/Counter', { number })
    expect((await house.call('GET', paid.headers.get('location')!)).text).toContain('付款完成')
    expect(await result(orderNo)).toMatchObject({ status: 'confirmed', payment: { state: 'paid', method: way } })
  })

  it('runs out', async () => {
    const orderNo = await newOrder(5)
    const { trade } = await visit(orderNo)
    await take(trade, 'cvs')
    const { payment } = await result(orderNo)
    house.clock.advance(3 * 86_400_000 + 1000)
    await post('/api/Demo/Gateway/Counter', { number: payment.number.code })
    expect(await result(orderNo)).toMatchObject({ status: 'expired', payment: { state: 'number-issued' } })
    expect((await house.call('GET', `/api/Demo/Gateway/Counter?number=${payment.number.code}`)).text).toContain('號碼已過期')
    expect((await start(orderNo)).body).toMatchObject({ status: 409, code: 'order_expired' })
  })
})

describe('the other side', () => {
  it('takes no form that we have not signed, and leads nobody away from here', async () => {
    const { body } = await start(await newOrder())
    const path = pathOf(body.action)
    const changed = await post(path, { ...body.fields, TotalAmount: '1' })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('CheckMacValue')
    const { CheckMacValue: _, ...fields } = body.fields as Fields
    const away: Fields[] = [
      { ClientBackURL: 'https://evil.example/' },
      { OrderResultURL: `${site}.evil.example/` },
      { ReturnURL: 'http://169.254.169.254/' },
    ]
    for (const address of away) expect((await post(path, sign({ ...fields, ...address } as Fields, keys))).text).toContain('URL')
    expect((await post(path, sign({ ...fields, MerchantID: '2000132' } as Fields, keys))).text).toContain('MerchantID')
    expect((await post(path, {})).text).toContain('CheckMacValue')
  })

  it('takes a trade number once', async () => {
    const { fields } = await visit(await newOrder())
    const { CheckMacValue: _, ...rest } = fields
    expect((await post('/api/Demo/Gateway/Cashier/AioCheckOut/V5', sign({ ...rest, TotalAmount: '1' } as Fields, keys))).text).toContain(
      'MerchantTradeNo',
    )
    expect((await post('/api/Demo/Gateway/Cashier/AioCheckOut/V5', fields)).status, 'a reload shows the same page').toBe(303)
  })

  it('shows a page in the payer’s language that runs nothing of anybody else', async () => {
    const { page } = await visit(await newOrder(), { 'accept-language': 'en' })
    expect(page).toContain('lang="en-GB"')
    expect(page).toContain('Choose how to pay')
    const shown = await house.call('GET', '/api/Demo/Gateway/Counter')
    const policy = shown.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('answers what became of a trade to its merchant, for three minutes', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    await take(trade, 'card')
    const question = (age: number) =>
      sign({ MerchantID: keys.merchantId, MerchantTradeNo: tradeNo, TimeStamp: String(house.clock.now().getTime() / 1000 - age) }, keys)
    const ask = async (fields: Fields) =>
      new URLSearchParams((await post('/api/Demo/Gateway/Cashier/QueryTradeInfo/V5', fields)).text).get('TradeStatus')
    expect(await ask(question(0))).toBe('1')
    expect(await ask(question(181))).toBe('10200073')
    expect(await ask({ ...question(0), CheckMacValue: '' })).toBe('10200073')
  })

  it('is not there when the demo is off; then nothing can be paid, and nobody is believed', async () => {
    const live = await openHouse({ demo: false })
    const someone = await live.newMember()
    expect((await live.call('GET', '/api/Demo/Gateway/Counter')).status).toBe(404)
    expect((await live.call('POST', '/api/Payment/Start', { as: someone, body: { orderNo: 'F1' } })).body).toMatchObject({
      status: 503,
      code: 'payment_unavailable',
    })
    const notice = await live.call('POST', '/api/Payment/Notice', {
      body: new URLSearchParams(paidNotice('F1')).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(notice.text).toBe('0|CheckMacValue')
    await live.close()
  })
})

describe('the calls', () => {
  it('answer the gateway in its own words', async () => {
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

  it('believe nothing that the browser brings along, but ask', async () => {
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
    const other = await house.newMember()
    const ref = house.tokens.signReference(tradeNo)
    for (const query of [`orderNo=${orderNo}`, `ref=${ref}`]) {
      expect((await house.call('GET', `/api/Payment/Result?${query}`, { as: other })).status).toBe(404)
      expect((await house.call('GET', `/api/Payment/Result?${query}`)).status).toBe(401)
    }
    expect((await house.call('GET', '/api/Payment/Result?ref=forged.xxxxxxxxxxxxxxxxxxxxxx', { as: member })).status).toBe(404)
    expect((await house.call('GET', `/api/Payment/Result?ref=${ref}&orderNo=${orderNo}`, { as: member })).status).toBe(422)
    expect((await start(orderNo, other)).status).toBe(404)
  })
})

describe('giving money back', () => {
  const action = async (fields: Fields) =>
    Object.fromEntries(new URLSearchParams((await post('/api/Demo/Gateway/CreditDetail/DoAction', fields)).text))
  const asking = (tradeNo: string, trade: string, amount: number, more: Fields = {}) =>
    sign({ MerchantID: keys.merchantId, MerchantTradeNo: tradeNo, TradeNo: trade, Action: 'R', TotalAmount: String(amount), ...more }, keys)

  it('takes parts of a card payment until all of it has gone back, and no more', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    expect(await action(asking(tradeNo, trade, 100)), 'before it is paid').not.toMatchObject({ RtnCode: '1' })
    await take(trade, 'card')
    expect(await action(asking(tradeNo, trade, 100))).toMatchObject({ RtnCode: '1', MerchantTradeNo: tradeNo })
    expect(await action(asking(tradeNo, trade, 201))).not.toMatchObject({ RtnCode: '1' })
    expect(await action(asking(tradeNo, trade, 200))).toMatchObject({ RtnCode: '1' })
    expect(await action(asking(tradeNo, trade, 1))).not.toMatchObject({ RtnCode: '1' })
  })

  it('refuses once with the card that was chosen for it', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    await take(trade, 'card-sulking')
    expect(await action(asking(tradeNo, trade, 300))).toMatchObject({ RtnCode: '10100251' })
    expect(await action(asking(tradeNo, trade, 300))).toMatchObject({ RtnCode: '1' })
  })

  it('listens only to its merchant, about a trade of its own, in words that it knows', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    await take(trade, 'card')
    for (const wrong of [
      { ...asking(tradeNo, trade, 300), TotalAmount: '1' },
      asking(tradeNo, 'another', 300),
      asking('another', trade, 300),
      asking(tradeNo, trade, 300, { Action: 'N' }),
      asking(tradeNo, trade, -1),
      asking(tradeNo, trade, 300, { MerchantID: '1' }),
    ])
      expect(await action(wrong)).not.toMatchObject({ RtnCode: '1' })
  })
})

it('the way back keeps the host and the language of the page that the member left', async () => {
  const orderNo = await newOrder()
  const there = { as: member, headers: { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' } }
  const { body } = await house.call('POST', '/api/Payment/Start', { ...there, body: { orderNo, prefix: 'en' } })
  expect(body.fields).toMatchObject({
    ReturnURL: `${site}/api/Payment/Notice`,
    OrderResultURL: 'http://127.0.0.1:3000/api/Payment/Return?prefix=en',
    ClientBackURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/en\/redirectToResult\?ref=/),
  })
  const opened = await post(pathOf(body.action), body.fields)
  const gateway = await house.call('GET', pathOf(opened.headers.get('location')!))
  expect(gateway.headers.get('content-security-policy')).toContain(`form-action 'self' ${site} http://127.0.0.1:3000;`)
  const back = await post('/api/Payment/Return?prefix=en', { MerchantTradeNo: body.fields.MerchantTradeNo })
  expect(back.headers.get('location')).toMatch(/^\/en\/redirectToResult\?ref=/)
  const rubbish = await post('/api/Payment/Return?prefix=//evil.example', { MerchantTradeNo: body.fields.MerchantTradeNo })
  expect(rubbish.headers.get('location')).toMatch(/^\/redirectToResult\?ref=/)
  const foreign = await house.call('POST', '/api/Payment/Start', { as: member, headers: { host: 'evil.example' }, body: { orderNo } })
  expect(JSON.stringify(foreign.body)).not.toContain('evil.example')
})
