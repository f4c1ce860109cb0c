import { createServer, type AddressInfo, type Server } from 'node:net'
import { describe, expect, it } from 'vitest'
import { keys } from '#testing/payment-fixture.ts'
import { openSealed, sealJson } from '#lib/sealed-json.ts'
import { isSigned, type Fields } from './fields.ts'
import { openEcpay } from './ecpay.ts'
import { refundableFrom } from './refund.ts'
import type { CardRefund, Send } from '../../provider.ts'
import { sendOverNetwork } from '../../providers.ts'

const paidAt = new Date('2026-11-15T10:00:00+08:00')
const whole: CardRefund = {
  tradeNo: 'F1',
  way: 'card',
  gatewayTradeNo: '2611151000090001',
  amount: 300,
  total: 300,
  paidAt,
  isFirst: true,
  before: 0,
}
const part: CardRefund = { ...whole, amount: 100 }
const taipei = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)

type Status = '未授權' | '已授權' | '操作取消' | '要關帳' | '已關帳' | '已取消' | 'Authorized' | 'To be captured' | 'Captured' | 'Canceled'
/** How a card payment of 300 stands. `closed`: what is asked of the bank, where that is less; `back`: what went back, in lines of its own. */
type Standing = { status: Status; closed?: number; back?: number[] }
const listed = new Set<string>(['要關帳', '已關帳', 'To be captured', 'Captured'])

function detailOf({ status, closed, back = [] }: Standing) {
  const lines = [300, ...back.map((one) => -one)].map((Amount, n) => ({ Status: status, SNo: String(n), Amount }))
  const isListedOnly = status === '要關帳' || status === 'To be captured'
  const value = { TradeID: 1, Amount: 300, ClsAmt: closed ?? (isListedOnly ? 0 : 300), Status: isListedOnly ? '已授權' : status }
  return { RtnMsg: '', RtnValue: value, CloseData: listed.has(status) ? lines : {} }
}

const sealed = (data: object, set = keys) => ({
  status: 200,
  text: JSON.stringify({ MerchantID: keys.merchantId, TransCode: 1, TransMsg: 'Success', Data: sealJson(JSON.stringify(data), set) }),
})
type Said = { status: number; text: string } | { failed: string; isSent: boolean }
const timeout = { failed: 'no answer in time', isSent: true }

/** A card payment that stands so at each question, and answers each action with a code; what is missing is not answered at all. */
function gatewayThatSays(stands: (Standing | Said)[], codes: Partial<Record<string, string[]>> = {}, more: Fields = {}) {
  const sent: Fields[] = []
  const asked: Record<string, unknown>[] = []
  const send: Send = async ({ url, body }) => {
    if (url.endsWith('/1.0.0/CreditDetail/QueryTrade')) {
      const { Data, ...outer } = JSON.parse(body!)
      asked.push({ url, ...outer, ...openSealed(Data, keys) })
      const stand = stands.length > 1 ? stands.shift()! : stands[0]!
      return 'status' in stand && typeof stand.status === 'string' ? sealed(detailOf(stand as Standing)) : (stand as Said)
    }
    expect(url).toBe(`${keys.url}/CreditDetail/DoAction`)
    const fields = Object.fromEntries(new URLSearchParams(body))
    expect(isSigned(fields, keys)).toBe(true)
    sent.push(fields)
    const code = codes[fields['Action']!]?.shift()
    if (code === undefined) return timeout
    return { status: 200, text: new URLSearchParams({ MerchantTradeNo: 'F1', RtnCode: code, RtnMsg: 'said so', ...more }).toString() }
  }
  const gateway = openEcpay(keys, send)
  const now = taipei(16, '11:00')
  return { refund: (one: CardRefund) => gateway.refund(one, now), sent, asked, actions: () => sent.map(({ Action }) => Action) }
}

describe('the question before a refund', () => {
  it('is sealed, about our own number of the trade, with the time', async () => {
    const { refund, asked } = gatewayThatSays([{ status: '已關帳' }], { R: ['1'] })
    await refund(part)
    expect(asked).toEqual([
      {
        url: `${keys.url}/1.0.0/CreditDetail/QueryTrade`,
        MerchantID: keys.merchantId,
        RqHeader: { Timestamp: taipei(16, '11:00').getTime() / 1000 },
        MerchantTradeNo: 'F1',
      },
    ])
  })

  it('goes to the host that ECPay has for it', async () => {
    for (const [url, host] of [
      ['https://payment.ecpay.com.tw', 'https://ecpayment.ecpay.com.tw'],
      ['https://payment-stage.ecpay.com.tw', 'https://ecpayment-stage.ecpay.com.tw'],
      ['http://localhost:9', 'http://localhost:9'],
    ] as const) {
      const asked: string[] = []
      const send: Send = async (call) => (asked.push(call.url), timeout)
      await openEcpay({ ...keys, url }, send).refund(part, taipei(16, '11:00'))
      expect(asked).toEqual([`${host}/1.0.0/CreditDetail/QueryTrade`])
    }
  })

  it('that nobody answers sends nothing: a retry is safe. A refusal is for finance', async () => {
    const busy = { status: 403, text: '' }
    expect(await gatewayThatSays([timeout]).refund(whole)).toMatchObject({ kind: 'unreached' })
    expect(await gatewayThatSays([busy]).refund(whole)).toEqual({ kind: 'unreached', reason: 'http 403', pauseSeconds: 1800 })
    expect(await gatewayThatSays([{ status: 200, text: '<html>' }]).refund(whole)).toMatchObject({ kind: 'unreached' })
    const others = sealed(detailOf({ status: '已關帳' }), { ...keys, hashKey: 'another key 1234' })
    expect(await gatewayThatSays([others]).refund(whole)).toMatchObject({ kind: 'unreached' })
    const refused = { status: 200, text: JSON.stringify({ TransCode: 10_000_005, TransMsg: 'Decrypt Error' }) }
    for (const said of [
      refused,
      sealed({ RtnMsg: 'error_Stop' }),
      sealed({ RtnMsg: 'error_nopay' }),
      sealed({ RtnMsg: '', RtnValue: {} }),
    ]) {
      const { refund, actions } = gatewayThatSays([said])
      expect(await refund(whole)).toMatchObject({ kind: 'refused' })
      expect(actions()).toEqual([])
    }
  })
})

describe('the refund call', () => {
  it('names the trade, the amount and the action, signed', async () => {
    const { refund, sent } = gatewayThatSays([{ status: '已關帳' }], { R: ['1'] })
    expect(await refund(part)).toEqual({ kind: 'refunded' })
    expect(sent).toMatchObject([
      { MerchantID: keys.merchantId, MerchantTradeNo: 'F1', TradeNo: '2611151000090001', Action: 'R', TotalAmount: '100' },
    ])
  })

  it.each([
    ['已授權', whole, ['N']],
    ['Authorized', whole, ['N']],
    ['操作取消', whole, ['N']],
    ['要關帳', whole, ['E', 'N']],
    ['To be captured', whole, ['E', 'N']],
    ['要關帳', part, ['R']],
    ['已關帳', whole, ['R']],
    ['Captured', part, ['R']],
    ['已授權', part, []],
    ['未授權', whole, []],
    ['已取消', part, []],
  ] as const)('of a payment that is %s does what the document says', async (status, wanted, expected) => {
    const { refund, actions } = gatewayThatSays([{ status }], { R: ['1'], E: ['1'], N: ['1'] })
    expect(await refund(wanted)).toMatchObject({ kind: expected.length > 0 ? 'refunded' : 'refused' })
    expect(actions()).toEqual(expected)
  })

  it('never gives the authorization up for a part, or after one', async () => {
    const after = { ...whole, isFirst: false, amount: 200, before: 100 }
    const { refund, actions } = gatewayThatSays([{ status: '已關帳', closed: 200 }], { R: ['1'] })
    expect(await refund(after)).toEqual({ kind: 'refunded' })
    expect(actions()).toEqual(['R'])
    const early = gatewayThatSays([{ status: '已授權' }])
    expect(await early.refund({ ...whole, isFirst: false })).toMatchObject({ kind: 'refused' })
  })

  it('is refused as the gateway refuses it, and does not go on', async () => {
    const { refund, actions } = gatewayThatSays([{ status: '要關帳' }], { E: ['9'] })
    expect(await refund(whole)).toEqual({ kind: 'refused', reason: '9 said so' })
    expect(actions()).toEqual(['E'])
  })

  it('goes on after an unclear answer to E, which moves no money', async () => {
    const { refund, actions } = gatewayThatSays([{ status: '要關帳' }], { N: ['1'] })
    expect(await refund(whole)).toEqual({ kind: 'refunded' })
    expect(actions()).toEqual(['E', 'N'])
  })

  it('is unclear about another trade, a page instead of an answer, or a wrong checksum', async () => {
    const closed: Standing = { status: '已關帳' }
    expect(await gatewayThatSays([closed], { R: ['1'] }, { MerchantTradeNo: 'F2' }).refund(part)).toMatchObject({ kind: 'unclear' })
    expect(await gatewayThatSays([closed], { R: ['1'] }, { CheckMacValue: 'FORGED' }).refund(part)).toMatchObject({ kind: 'unclear' })
    expect(await gatewayThatSays([closed], { R: ['<html>'] }).refund(part)).toMatchObject({ kind: 'unclear' })
  })
})

describe('a lost answer', () => {
  it('is asked for once more: what went back is refunded, and nothing is sent again', async () => {
    for (const after of [
      { status: '已關帳', closed: 200 },
      { status: '已關帳', back: [100] },
    ] as Standing[]) {
      const { refund, actions } = gatewayThatSays([{ status: '已關帳' }, after])
      expect(await refund(part)).toEqual({ kind: 'refunded' })
      expect(actions()).toEqual(['R'])
    }
    const given = gatewayThatSays([{ status: '已授權' }, { status: '已取消' }])
    expect(await given.refund(whole)).toEqual({ kind: 'refunded' })
  })

  it('stays unclear where the payment does not say that it went back, or nobody answers', async () => {
    for (const after of [{ status: '已關帳' }, timeout, sealed({ RtnMsg: 'error' })] as const)
      expect(await gatewayThatSays([{ status: '已關帳' }, after]).refund(part)).toMatchObject({ kind: 'unclear' })
  })

  it('of before is seen when it is sent again: nothing goes back twice', async () => {
    for (const [stand, wanted] of [
      [{ status: '已關帳', closed: 200 }, part],
      [
        { status: '已關帳', back: [100, 100] },
        { ...part, isFirst: false, before: 100 },
      ],
      [{ status: '已取消' }, whole],
    ] as [Standing, CardRefund][]) {
      const { refund, actions } = gatewayThatSays([stand], { R: ['1'], N: ['1'] })
      expect(await refund(wanted)).toEqual({ kind: 'refunded' })
      expect(actions()).toEqual([])
    }
  })

  it('that fits no book is for finance, and so is a payment that does not say what went back', async () => {
    const untold = gatewayThatSays([{ status: '已關帳', closed: 0 }], { R: ['1'] })
    expect(await untold.refund(whole)).toEqual({ kind: 'refused', reason: 'ECPay does not say how much of the payment went back' })
    expect(untold.actions()).toEqual([])
    expect(await gatewayThatSays([{ status: '已關帳' }, { status: '已關帳', closed: 0 }]).refund(whole)).toMatchObject({ kind: 'unclear' })
    const strange = gatewayThatSays([{ status: '已關帳', closed: 250 }], { R: ['1'] })
    expect(await strange.refund(part)).toEqual({
      kind: 'refused',
      reason: 'ECPay says that 50 went back of the payment, our books say 0',
    })
    expect(strange.actions()).toEqual([])
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

it('a gateway without a connection, or one that hangs up when it is asked, was sent nothing, so a retry is safe', async () => {
  const server = createServer((socket) => socket.destroy())
  const url = await listening(server)
  const gateway = openEcpay({ ...keys, url }, sendOverNetwork)
  expect(await gateway.refund(part, paidAt)).toMatchObject({ kind: 'unreached' })
  await new Promise((resolve) => void server.close(resolve))
  expect(await gateway.refund(part, paidAt)).toMatchObject({ kind: 'unreached', reason: expect.stringContaining('ECONNREFUSED') })
})
