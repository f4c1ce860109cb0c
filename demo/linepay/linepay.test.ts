import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayCalls, pathOf, site } from '#testing/gateway-calls.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import type { Outgoing } from '#modules/payments/provider.ts'
import { callLinepay, fieldsOf } from '../../src/modules/payments/providers/linepay/call.ts'
import { sendToDemoGateways } from '../gateway/post.ts'
import { settings } from '../../src/modules/payments/providers/linepay/settings.ts'

const config = settings.demo(site)
let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-16T10:00:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const payer = gatewayCalls(() => service)
const { newOrder, post, start, result } = payer

/** An order whose payer is on LINE Pay’s page. */
async function going(): Promise<{ orderNo: string; payment: string; page: string }> {
  const orderNo = await newOrder()
  const { body, text } = await start(orderNo, payer.member, {}, 'linepay')
  expect(body, text).toMatchObject({ method: 'get' })
  const shown = await service.call('GET', pathOf(body.action))
  return { orderNo, payment: new URL(body.action).searchParams.get('payment')!, page: shown.text }
}
const decide = (payment: string, deed: string) => post('/api/Demo/LinePay', { payment, deed })
async function comeBack(answer: Awaited<ReturnType<typeof decide>>): Promise<void> {
  expect(answer.status).toBe(303)
  const back = await service.call('GET', pathOf(answer.headers.get('location')!))
  expect(back.status).toBe(303)
  await service.jobsDone('ask-about-payment')
}
const send = (call: Outgoing) => sendToDemoGateways({ payments: { linepay: config }, publicUrl: site }, service)(call)
const ask = (method: 'GET' | 'POST', path: string, given = '', set = config) =>
  callLinepay(set, send, { method, path, given, timeoutSeconds: 1 })
const codeOf = async (...asked: Parameters<typeof ask>) => fieldsOf(await ask(...asked))['code']

describe('the demo’s LINE Pay', () => {
  it('is one of the ways of the demo, and a payment that its payer agrees to is confirmed and pays the order', async () => {
    const { orderNo, payment, page } = await going()
    expect(page).toContain('LINE Pay')
    expect(page).toContain('NT$300')
    expect(await codeOf('GET', `/v3/payments/requests/${payment}/check`)).toBe('0000')
    await comeBack(await decide(payment, 'agree'))
    expect((await result(orderNo)).status).toBe('confirmed')
    expect(await codeOf('GET', `/v3/payments/requests/${payment}/check`)).toBe('0123')
    expect(await codeOf('POST', `/v3/payments/${payment}/confirm`, '{"amount":300,"currency":"TWD"}'), 'once').toBe('1152')
    expect((await service.call('GET', `/api/Demo/LinePay?payment=${payment}`)).text, 'nothing is left to press').not.toContain(
      'value="agree"',
    )
  })

  it('a payer who leaves pays nothing, and may start again', async () => {
    const { orderNo, payment } = await going()
    const left = await decide(payment, 'cancel')
    expect(left.headers.get('location')).toMatch(/^http:\/\/localhost:3000\//)
    expect(await codeOf('GET', `/v3/payments/requests/${payment}/check`)).toBe('0121')
    await comeBack(await decide(payment, 'agree'))
    expect((await result(orderNo)).status, 'what is left stays left').not.toBe('confirmed')
    expect((await start(orderNo, payer.member, {}, 'linepay')).status).toBe(200)
  })

  it('gives back parts, up to what was paid', async () => {
    const { payment } = await going()
    const refund = (amount: number) => codeOf('POST', `/v3/payments/${payment}/refund`, `{"refundAmount":${amount}}`)
    expect(await refund(100), 'before it is paid').toBe('1155')
    await comeBack(await decide(payment, 'agree'))
    expect([await refund(100), await refund(201), await refund(200), await refund(1)]).toEqual(['0000', '1164', '0000', '1165'])
  })

  it('lapses after twenty minutes', async () => {
    const { payment } = await going()
    service.clock.advance(21 * 60_000)
    await service.keepSessions()
    expect((await service.call('GET', `/api/Demo/LinePay?payment=${payment}`)).text).not.toContain('value="agree"')
    await decide(payment, 'agree')
    expect(await codeOf('GET', `/v3/payments/requests/${payment}/check`)).toBe('0121')
  })

  it('knows its merchant by signatures, leads back to this site only, and wants sums that agree', async () => {
    expect(await codeOf('GET', '/v3/payments', 'orderId=F1', { ...config, channelId: '1' })).toBe('1104')
    expect(await codeOf('GET', '/v3/payments', 'orderId=F1', { ...config, channelSecret: 'guessed' })).toBe('1106')
    const { payment } = await going()
    const ours = { confirmUrl: `${site}/c`, cancelUrl: `${site}/b` }
    const request = (redirectUrls: object, amount = 300, orderId = `F${payment}`) =>
      codeOf(
        'POST',
        '/v3/payments/request',
        JSON.stringify({ amount, orderId, packages: [{ amount: 300, products: [{ name: 'x', quantity: 1, price: 300 }] }], redirectUrls }),
      )
    expect(await request({ ...ours, confirmUrl: 'https://evil.example/' })).toBe('2101')
    expect(await request({ ...ours, cancelUrl: `${site}.evil.example/` })).toBe('2101')
    expect(await request(ours, 301)).toBe('1124')
    expect(await request(ours)).toBe('0000')
    expect(await request(ours), 'an order number is used once').toBe('1172')
    for (const unknown of ['2'.repeat(19), 'x', ''])
      expect((await decide(unknown, 'agree')).status, 'unknown payments have a page, and lead nowhere').toBe(200)
  })
})
