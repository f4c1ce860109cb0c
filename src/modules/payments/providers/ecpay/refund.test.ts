import { createServer, type AddressInfo, type Server } from 'node:net'
import { describe, expect, it } from 'vitest'
import { keys } from '#testing/payment-fixture.ts'
import { isSigned, sign, type Fields } from './fields.ts'
import { openEcpay } from './ecpay.ts'
import { refundableFrom } from './refund.ts'
import type { CardRefund } from '../../provider.ts'
import { sendOverNetwork } from '../../providers.ts'
import { postBy } from './provider.ts'

const paidAt = new Date('2026-11-15T10:00:00+08:00')
const whole: CardRefund = { tradeNo: 'F1', way: 'card', gatewayTradeNo: '2611151000090001', amount: 300, total: 300, paidAt, isFirst: true }
const part: CardRefund = { ...whole, amount: 100 }
const taipei = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)

/** Answers each action with a code; what is missing is not answered at all. */
function gatewayThatSays(codes: Partial<Record<string, string[]>>, more: Fields = {}) {
  const sent: Fields[] = []
  const gateway = openEcpay(keys, async (url, fields) => {
    expect(url).toBe(`${keys.url}/CreditDetail/DoAction`)
    expect(isSigned(fields, keys)).toBe(true)
    sent.push(fields)
    const code = codes[fields['Action']!]?.shift()
    if (code === undefined) return { failed: 'no answer in time', isSent: true }
    return { status: 200, text: new URLSearchParams({ MerchantTradeNo: 'F1', RtnCode: code, RtnMsg: 'said so', ...more }).toString() }
  })
  return { refund: (one: CardRefund) => gateway.refund(one), sent, actions: () => sent.map(({ Action }) => Action) }
}

describe('the refund call', () => {
  it('names the trade, the amount and the action, signed', async () => {
    const { refund, sent } = gatewayThatSays({ R: ['1'] })
    expect(await refund(part)).toEqual({ kind: 'refunded' })
    expect(sent).toMatchObject([
      { MerchantID: keys.merchantId, MerchantTradeNo: 'F1', TradeNo: '2611151000090001', Action: 'R', TotalAmount: '100' },
    ])
  })

  it('abandons the authorization when the day is not closed yet', async () => {
    const authorised = gatewayThatSays({ R: ['2'], N: ['1'] })
    expect(await authorised.refund(whole)).toEqual({ kind: 'refunded' })
    expect(authorised.actions()).toEqual(['R', 'N'])
    const closing = gatewayThatSays({ R: ['2'], N: ['2', '1'], E: ['1'] })
    expect(await closing.refund(whole)).toEqual({ kind: 'refunded' })
    expect(closing.actions()).toEqual(['R', 'N', 'E', 'N'])
  })

  it('never abandons the authorization for a partial refund, or after one', async () => {
    for (const one of [part, { ...whole, isFirst: false }]) {
      const { refund, actions } = gatewayThatSays({ R: ['2'] })
      expect(await refund(one)).toEqual({ kind: 'refused', reason: '2 said so' })
      expect(actions()).toEqual(['R'])
    }
  })

  it('is refused when every action is refused', async () => {
    const { refund, actions } = gatewayThatSays({ R: ['9'], N: ['9'], E: ['9'] })
    expect(await refund(whole)).toEqual({ kind: 'refused', reason: '9 said so' })
    expect(actions()).toEqual(['R', 'N', 'E'])
  })

  it('is unclear without an answer, and stops there', async () => {
    const silent = gatewayThatSays({})
    expect(await silent.refund(whole)).toMatchObject({ kind: 'unclear' })
    expect(silent.actions()).toEqual(['R'])
    const later = gatewayThatSays({ R: ['2'] })
    expect(await later.refund(whole)).toMatchObject({ kind: 'unclear' })
  })

  it('is unclear about another trade, a page instead of an answer, or a wrong checksum', async () => {
    expect(await gatewayThatSays({ R: ['1'] }, { MerchantTradeNo: 'F2' }).refund(part)).toMatchObject({ kind: 'unclear' })
    expect(await gatewayThatSays({ R: ['1'] }, { CheckMacValue: 'FORGED' }).refund(part)).toMatchObject({ kind: 'unclear' })
    const page = openEcpay(keys, async () => ({ status: 200, text: '<html>maintenance</html>' }))
    expect(await page.refund(part)).toMatchObject({ kind: 'unclear' })
    const broken = openEcpay(keys, async () => ({ status: 502, text: 'RtnCode=1' }))
    expect(await broken.refund(part)).toMatchObject({ kind: 'unclear' })
    const signed = sign({ MerchantTradeNo: 'F1', RtnCode: '1' }, keys)
    const right = openEcpay(keys, async () => ({ status: 200, text: new URLSearchParams(signed).toString() }))
    expect(await right.refund(part)).toEqual({ kind: 'refunded' })
  })
})

describe('the time of a refund', () => {
  it('is any time for the whole amount, and after the closing of the day for a part', () => {
    const now = taipei(15, '11:00')
    expect(refundableFrom(whole, now)).toEqual(now)
    expect(refundableFrom(part, now)).toEqual(taipei(15, '20:31'))
    expect(refundableFrom({ ...part, paidAt: taipei(15, '20:40') }, taipei(15, '21:00'))).toEqual(taipei(16, '20:31'))
    expect(refundableFrom(part, taipei(16, '09:00'))).toEqual(taipei(16, '09:00'))
  })

  it('is never during the closing', () => {
    for (const one of [whole, part]) expect(refundableFrom(one, taipei(17, '20:20'))).toEqual(taipei(17, '20:31'))
    expect(refundableFrom(part, taipei(17, '20:31'))).toEqual(taipei(17, '20:31'))
  })

  it('is any time in the demo', () => {
    const now = taipei(15, '11:00')
    expect(openEcpay(keys, async () => ({ failed: '', isSent: true })).refundableFrom(part, now)).toEqual(now)
    expect(openEcpay({ ...keys, demo: false }, async () => ({ failed: '', isSent: true })).refundableFrom(part, now)).toEqual(
      taipei(15, '20:31'),
    )
  })
})

/** Listens on a free port of this machine; answers its address. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('a gateway without a connection was not asked, so a retry is safe; one that hangs up may have sent the money', async () => {
  const server = createServer((socket) => socket.destroy())
  const url = await listening(server)
  const gateway = openEcpay({ ...keys, url }, postBy(sendOverNetwork))
  expect(await gateway.refund(part)).toMatchObject({ kind: 'unclear' })
  await new Promise((resolve) => void server.close(resolve))
  expect(await gateway.refund(part)).toMatchObject({ kind: 'unreached', reason: expect.stringContaining('ECONNREFUSED') })
})
