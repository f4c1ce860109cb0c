import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayCalls, pathOf, site } from '#testing/gateway-calls.ts'
import { refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import { queryOf, seal, sealSum, unseal, type Fields } from '../../src/modules/payments/providers/newebpay/envelope.ts'
import { newebpay } from '../../src/modules/payments/providers/newebpay/provider.ts'
import { sendToDemoGateways } from '../gateway/post.ts'
import { closeAt } from './trade.ts'

const config = newebpay.settings.demo!(site)
const payWays = Object.fromEntries(Object.keys(newebpay.ways).map((way) => [way, newebpay.name]))
let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T10:00:00+08:00'), payWays })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const payer = gatewayCalls(() => service)
const { newOrder, post, start, result } = payer

/** An order whose payer is on NewebPay’s page. */
async function going(way: PayWay, ahead = 1): Promise<{ orderNo: string; trade: string; page: string; form: Fields }> {
  const orderNo = await newOrder(ahead)
  const { body, text } = await start(orderNo, payer.member, {}, way)
  expect(body, text).toMatchObject({ method: 'post' })
  const sent = await toPage(body.fields)
  expect(sent.status).toBe(303)
  const trade = new URL(sent.headers.get('location')!, site).searchParams.get('trade')!
  return { orderNo, trade, page: await pageOf(trade), form: body.fields }
}
const toPage = (fields: Fields, origin: string | undefined = site) =>
  service.call('POST', '/api/Demo/NewebPay/MPG/mpg_gateway', {
    body: queryOf(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin ? { origin } : {}) },
  })
const pageOf = async (trade: string) => (await service.call('GET', `/api/Demo/NewebPay/Page?trade=${trade}`)).text
const decide = (trade: string, deed: string) => post('/api/Demo/NewebPay/Page', { trade, deed })
/** The form with which a page sends its browser back. */
async function comeBack(page: string): Promise<void> {
  const form = page.slice(page.indexOf('<form id="return"'))
  const action = /action="([^"]*)"/.exec(form)![1]!.replaceAll('&amp;', '&')
  const fields = Object.fromEntries([...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
  expect((await post(pathOf(action), fields)).status).toBe(303)
}
const verdicts = async (trade: string) => {
  const notices = service.db.selectFrom('payment_notices').select('verdict').where('trade_no', '=', trade).orderBy('id')
  return (await notices.execute()).map(({ verdict }) => verdict)
}
const open = () => newebpay.open(config, sendToDemoGateways({ payments: { newebpay: config }, publicUrl: site }, service))

describe('the demo’s NewebPay', () => {
  it('takes a card; notice, browser and repetitions say the same, and count once', async () => {
    const { orderNo, trade, page } = await going('card')
    expect(page).toContain('藍新金流')
    expect(page).toContain('NT$300')
    const paid = await decide(trade, 'pay')
    expect((await result(orderNo)).status, 'the notice was there first').toBe('confirmed')
    await comeBack(paid.text)
    await decide(trade, 'tell')
    expect(await verdicts(trade)).toEqual(['paid', 'repeated', 'repeated'])
    expect(await pageOf(trade), 'nothing is left to pay').not.toContain('value="pay"')
    expect((await decide(trade, 'pay')).status, 'paid once').toBe(303)
    expect(await verdicts(trade)).toHaveLength(3)
  })

  it('says that a payment failed, and its trade number is used up', async () => {
    const { orderNo, trade, form } = await going('linepay')
    await comeBack((await decide(trade, 'decline')).text)
    expect((await result(orderNo)).payment).toMatchObject({ state: 'failed' })
    expect((await toPage(form)).text).toContain('MPG03008')
    expect((await start(orderNo, payer.member, {}, 'card')).status).toBe(200)
  })

  it.each(['atm', 'cvs', 'barcode'] as const)('gives a number for %s by the browser, which is paid until its deadline', async (way) => {
    const { orderNo, trade } = await going(way, 7)
    await decide(trade, 'number')
    await comeBack(await pageOf(trade))
    expect(await result(orderNo)).toMatchObject({ status: 'awaiting-payment', payment: { state: 'number-issued', number: { kind: way } } })
    const { number } = await service.db
      .selectFrom('demo_mpg_trades')
      .select('number')
      .where('order_no', '=', trade)
      .executeTakeFirstOrThrow()
    const counter = '/api/Demo/NewebPay/Counter'
    expect((await service.call('GET', `${counter}?number=${number}`)).text).toContain(number)
    if (way === 'barcode') {
      service.clock.advance(4 * 86_400_000)
      await service.keepSessions()
      await post(counter, { number: number! })
      expect((await result(orderNo)).status, 'too late').not.toBe('confirmed')
      return
    }
    service.clock.advance(86_400_000)
    await service.keepSessions()
    await post(counter, { number: number! })
    await post(counter, { number: number! })
    expect((await result(orderNo)).status).toBe('confirmed')
    expect(await verdicts(trade)).toEqual(['number-issued', 'paid'])
  })

  it('is asked about a number that no browser brought, and knows nothing of a page that nobody used', async () => {
    const { trade } = await going('atm', 7)
    const asked = async () => {
      const about = { tradeNo: trade, way: 'atm' as const, gatewayTradeNo: null, amount: 300, startedAt: service.clock.now() }
      const told = await open().ask({ ...about, mayCapture: async () => true }, service.clock.now())
      return told.ok ? told.value : told.refusal
    }
    expect(await asked()).toMatchObject({ isUnknown: true, notice: { says: { kind: 'unpaid' } } })
    await decide(trade, 'number')
    expect(await asked()).toMatchObject({ notice: { says: { kind: 'number', number: { kind: 'atm', bankCode: '999' } } } })
  })

  it('refuses what the real one refuses, and leads back to this site only', async () => {
    const { form } = await going('card')
    const info = Object.fromEntries(new URLSearchParams(unseal(form['TradeInfo']!, config)))
    const codeOf = async (different: Fields, origin: string | undefined = site, outer: Fields = {}) => {
      const sealed = seal(queryOf({ ...info, ...different }), config)
      const { text, status } = await toPage({ ...form, TradeInfo: sealed, TradeSha: sealSum(sealed, config), ...outer }, origin)
      return /MPG\d{5}/.exec(text)?.[0] ?? status
    }
    const number = { MerchantOrderNo: 'N1', CREDIT: '0' }
    const until = { ExpireDate: '20261201', ExpireTime: '235959' }
    expect(await codeOf({}, site, { TradeSha: '0'.repeat(64) })).toBe('MPG03009')
    expect(await codeOf({}, site, { MerchantID: 'MS9' })).toBe('MPG03007')
    expect(await codeOf({}, '')).toBe('MPG02005')
    expect(await codeOf({ MerchantOrderNo: 'a b' })).toBe('MPG01012')
    expect(await codeOf({ TimeStamp: '1' })).toBe('MPG02004')
    expect(await codeOf({ LINEPAY: '1' }), 'one way at a time').toBe('MPG02003')
    expect(await codeOf({ ...number, ...until, VACC: '1', Amt: '50000' })).toBe('MPG01015')
    expect(await codeOf({ ...number, ...until, CVS: '1', Amt: '29' })).toBe('MPG01015')
    expect(await codeOf({ ...number, ...until, BARCODE: '1', Amt: '19' })).toBe('MPG01015')
    expect(await codeOf({ ...number, VACC: '1', ExpireDate: '20261101' })).toBe('MPG01018')
    expect(await codeOf({ ...number, VACC: '1', ExpireDate: 'soon' })).toBe('MPG01018')
    expect(await codeOf({ ReturnURL: 'https://evil.example/' })).toBe('MPG01014')
    expect(await codeOf({ NotifyURL: `${site}.evil.example/` })).toBe('MPG01014')
    expect(await codeOf({ ReturnURL: info['NotifyURL']! })).toBe('MPG01014')
    expect(await codeOf({ ...number, ...until, VACC: '1' })).toBe(303)
  })

  it('ends its page after the seconds of the form', async () => {
    const { orderNo, trade } = await going('twqr')
    service.clock.advance(16 * 60_000)
    await service.keepSessions()
    expect(await pageOf(trade)).not.toContain('value="pay"')
    await decide(trade, 'pay')
    expect((await result(orderNo)).status).not.toBe('confirmed')
  })

  it('gives back a card before the batch as a whole, after it in parts, and a wallet at once', async () => {
    const [card, wallet] = [await going('card'), await going('linepay', 7)]
    const { member } = payer
    for (const { trade } of [card, wallet]) await decide(trade, 'pay')
    const { body } = await refundCalls(() => service).refund(member, { orderNo: wallet.orderNo })
    await refundIn(service, member, body.refundNo, 'refunded')
    const give = async (amount: number, isFirst = false) => {
      const about = { tradeNo: card.trade, way: 'card' as const, gatewayTradeNo: '', total: 300, paidAt: service.clock.now() }
      return open().refund({ ...about, amount, isFirst, before: 0 }, service.clock.now())
    }
    expect(await give(100)).toMatchObject({ kind: 'refused', reason: 'not captured yet: CloseStatus 1' })
    service.clock.advance(12 * 3_600_000)
    expect(await give(100)).toMatchObject({ kind: 'refused', reason: 'not captured yet: CloseStatus 2' })
    service.clock.advance(24 * 3_600_000)
    expect([await give(100), await give(201), await give(200)]).toMatchObject([
      { kind: 'refunded' },
      { kind: 'refused', reason: expect.stringMatching(/^TRA10036/) },
      { kind: 'refunded' },
    ])
    // In the morning: the last minutes before the batch cancel nothing.
    service.clock.advance(12 * 3_600_000)
    const early = await going('applepay', 7)
    await decide(early.trade, 'pay')
    const whole = await refundCalls(() => service).refund(payer.member, { orderNo: early.orderNo })
    await refundIn(service, payer.member, whole.body.refundNo, 'refunded')
    const rowOf = (trade: string) =>
      service.db.selectFrom('demo_mpg_trades').select(['status', 'refunded']).where('order_no', '=', trade).executeTakeFirstOrThrow()
    expect(await rowOf(card.trade)).toEqual({ status: '1', refunded: 300 })
    expect(await rowOf(wallet.trade)).toEqual({ status: '1', refunded: 300 })
    expect(await rowOf(early.trade), 'given up').toEqual({ status: '3', refunded: 300 })
  })

  it('locks questions when too many are about trades that it does not know', async () => {
    const ask = async (tradeNo: string) => {
      const about = { tradeNo, way: 'card' as const, gatewayTradeNo: null, amount: 300, startedAt: service.clock.now() }
      const told = await open().record(about, service.clock.now())
      return told.ok ? told.value.kind : told.refusal.pauseSeconds
    }
    const answers: unknown[] = []
    for (let n = 0; n < 52; n++) answers.push(await ask(`NONE${n}`))
    expect(answers.slice(0, 50).every((one) => one === 'unknown')).toBe(true)
    expect(answers.at(-1)).toBe(4 * 3600)
    service.clock.advance(4 * 3_600_000)
    expect(await ask('NONE')).toBe('unknown')
  })
})

it('captures by the noon after 21:00', () => {
  const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)
  const [before, after] = [at(16, '20:59'), at(16, '21:00')]
  const moments = [at(16, '20:59'), at(16, '21:00'), at(17, '11:59'), at(17, '12:00'), at(17, '21:00'), at(18, '12:00')]
  expect(moments.map((moment) => closeAt(before, moment)).join('')).toBe('122333')
  expect(
    moments
      .slice(1)
      .map((moment) => closeAt(after, moment))
      .join(''),
  ).toBe('11123')
})
