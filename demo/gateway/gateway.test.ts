import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayCalls, pathOf, site } from '#testing/gateway-calls.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { keys, paidNotice } from '#testing/payment-fixture.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openSealed, sealJson } from '../../src/lib/sealed-json.ts'
import { sign, type Fields } from '../../src/modules/payments/providers/ecpay/fields.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T10:00:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const payer = gatewayCalls(() => service)
const { newOrder, post, start, take, visit } = payer

describe('the demo’s payment gateway', () => {
  it('refuses an unsigned form, and redirects only to this site', async () => {
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

  it('accepts a trade number once', async () => {
    const { fields } = await visit(await newOrder())
    const { CheckMacValue: _, ...rest } = fields
    expect((await post('/api/Demo/Gateway/Cashier/AioCheckOut/V5', sign({ ...rest, TotalAmount: '1' } as Fields, keys))).text).toContain(
      'MerchantTradeNo',
    )
    expect((await post('/api/Demo/Gateway/Cashier/AioCheckOut/V5', fields)).status, 'a reload shows the same page').toBe(303)
  })

  it('shows a page in the payer’s language, without scripts of other origins', async () => {
    const { page } = await visit(await newOrder(), { 'accept-language': 'en' })
    expect(page).toContain('lang="en-GB"')
    expect(page).toContain('Choose how to pay')
    const shown = await service.call('GET', '/api/Demo/Gateway/Counter')
    const policy = shown.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('answers queries of its merchant about a trade, if they are at most three minutes old', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    await take(trade, 'card')
    const question = (age: number) =>
      sign({ MerchantID: keys.merchantId, MerchantTradeNo: tradeNo, TimeStamp: String(service.clock.now().getTime() / 1000 - age) }, keys)
    const ask = async (fields: Fields) =>
      new URLSearchParams((await post('/api/Demo/Gateway/Cashier/QueryTradeInfo/V5', fields)).text).get('TradeStatus')
    expect(await ask(question(0))).toBe('1')
    expect(await ask(question(181))).toBe('10200073')
    expect(await ask({ ...question(0), CheckMacValue: '' })).toBe('10200073')
  })

  it('does not exist when the demo is off; then nothing can be paid, and no notice is accepted', async () => {
    const live = await openTestService({ demo: false })
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

describe('a refund at the demo’s gateway', () => {
  const action = async (fields: Fields) =>
    Object.fromEntries(new URLSearchParams((await post('/api/Demo/Gateway/CreditDetail/DoAction', fields)).text))
  const asking = (tradeNo: string, trade: string, amount: number, more: Fields = {}) =>
    sign({ MerchantID: keys.merchantId, MerchantTradeNo: tradeNo, TradeNo: trade, Action: 'R', TotalAmount: String(amount), ...more }, keys)

  it('refunds parts of a card payment, up to its amount', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    expect(await action(asking(tradeNo, trade, 100)), 'before it is paid').not.toMatchObject({ RtnCode: '1' })
    await take(trade, 'card')
    expect(await action(asking(tradeNo, trade, 100))).toMatchObject({ RtnCode: '1', MerchantTradeNo: tradeNo })
    expect(await action(asking(tradeNo, trade, 201))).not.toMatchObject({ RtnCode: '1' })
    expect(await action(asking(tradeNo, trade, 200))).toMatchObject({ RtnCode: '1' })
    expect(await action(asking(tradeNo, trade, 1))).not.toMatchObject({ RtnCode: '1' })
  })

  it('is refused once for the card that is meant for it', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    await take(trade, 'card-sulking')
    expect(await action(asking(tradeNo, trade, 100))).toMatchObject({ RtnCode: '10100251' })
    expect(await action(asking(tradeNo, trade, 100))).toMatchObject({ RtnCode: '1' })
  })

  const stands = async (tradeNo: string, set = keys, seconds = service.clock.now().getTime() / 1000) => {
    const Data = sealJson(JSON.stringify({ MerchantID: keys.merchantId, MerchantTradeNo: tradeNo }), set)
    const body = { MerchantID: keys.merchantId, RqHeader: { Timestamp: seconds }, Data }
    const answer = await service.call('POST', '/api/Demo/Gateway/1.0.0/CreditDetail/QueryTrade', { body })
    return { ...JSON.parse(answer.text), said: openSealed(JSON.parse(answer.text).Data, keys) }
  }

  it('goes by how the payment stands: listed, taken out, given up; after the closing it goes back as a whole', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    expect((await stands(tradeNo)).said).toMatchObject({ RtnMsg: 'error_nopay' })
    await take(trade, 'card')
    expect((await stands(tradeNo)).said).toMatchObject({ RtnMsg: '', RtnValue: { Amount: 300 }, CloseData: [{ Status: '要關帳' }] })
    const whole = (Action: string) => action(asking(tradeNo, trade, 300, { Action }))
    expect([(await whole('R')).RtnCode, (await whole('N')).RtnCode]).toEqual(['10200124', '10200105'])
    expect((await whole('E')).RtnCode).toBe('1')
    expect((await stands(tradeNo)).said).toMatchObject({ RtnValue: { Status: '操作取消' } })
    expect([(await whole('E')).RtnCode, (await whole('N')).RtnCode, (await whole('N')).RtnCode]).toEqual(['10200124', '1', '10200105'])
    expect((await stands(tradeNo)).said).toMatchObject({ RtnValue: { Status: '已取消' } })
    const other = await visit(await newOrder())
    await take(other.trade, 'card')
    service.clock.advance(12 * 3_600_000)
    expect((await stands(other.tradeNo)).said).toMatchObject({ RtnValue: { Status: '已關帳', ClsAmt: 300 } })
    expect(await action(asking(other.tradeNo, other.trade, 100))).toMatchObject({ RtnCode: '1' })
    expect((await stands(other.tradeNo)).said).toMatchObject({ RtnValue: { ClsAmt: 200 }, CloseData: [{}, { Amount: -100 }] })
    expect(await action(asking(other.tradeNo, other.trade, 300, { Action: 'E' }))).toMatchObject({ RtnCode: '10200124' })
  })

  it('is told only to its merchant, within ten minutes', async () => {
    const { trade, tradeNo } = await visit(await newOrder())
    await take(trade, 'card')
    const seconds = service.clock.now().getTime() / 1000
    for (const refused of [
      await stands(tradeNo, { ...keys, hashKey: 'another key 1234' }),
      await stands(tradeNo, keys, seconds - 11 * 60),
      await stands(tradeNo, keys, seconds + 11 * 60),
    ])
      expect([refused.TransCode === 1, refused.said]).toEqual([false, undefined])
  })

  it('is accepted only from its merchant, for a known trade and a known action', async () => {
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
