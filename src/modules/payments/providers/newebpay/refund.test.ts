import { objectIn } from '#lib/sealed-json.ts'
import { describe, expect, it } from 'vitest'
import type { CardRefund, Send } from '../../provider.ts'
import { checkCode, fieldsIn, seal, sealSum, unseal, type Fields } from './envelope.ts'
import { newebpay } from './provider.ts'
import { refundableFrom } from './refund.ts'
import type { NewebpaySettings } from './settings.ts'

const set: NewebpaySettings = {
  url: 'https://core.newebpay.com',
  merchantId: 'MS1',
  hashKey: 'a key of thirty-two characters !',
  hashIv: 'iv of sixteen ch',
  demo: false,
}
const paidAt = new Date('2026-11-15T10:00:00+08:00')
const whole: CardRefund = {
  tradeNo: 'F1',
  way: 'card',
  gatewayTradeNo: '2611',
  amount: 300,
  total: 300,
  paidAt,
  isFirst: true,
  before: 0,
}
const part: CardRefund = { ...whole, amount: 100 }
const wallet: CardRefund = { ...whole, way: 'linepay' }
const taipei = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)
const now = taipei(15, '11:00')

type Said = string | { status: number; text: string } | { failed: string; isSent: boolean }
const timeout = { failed: 'TimeoutError', isSent: true }
const noConnection = { failed: 'ECONNREFUSED', isSent: false }

/** A trade that stands so at NewebPay; what it answers to each deed, a code or more. Answers what was asked of it. */
function standing(state: Fields | Said, answers: Record<string, Said> = {}) {
  const asked: { deed: string; fields: Fields }[] = []
  const about = { MerchantID: set.merchantId, Amt: '300', MerchantOrderNo: 'F1', TradeNo: '2611' }
  const send: Send = async ({ url, body }) => {
    const form = Object.fromEntries(new URLSearchParams(body))
    const path = new URL(url).pathname
    if (path === '/API/QueryTradeInfo') {
      if (typeof state === 'string') return { status: 200, text: JSON.stringify({ Status: state, Message: 'said so' }) }
      if ('failed' in state || 'text' in state) return state as Exclude<Said, string>
      const Result = { ...about, TradeStatus: '1', ...state, CheckCode: checkCode(about, set) }
      return { status: 200, text: JSON.stringify({ Status: 'SUCCESS', Message: '', Result }) }
    }
    const isWallet = path.includes('EWallet')
    expect(form[isWallet ? 'UID_' : 'MerchantID_']).toBe(set.merchantId)
    const text = unseal(form[isWallet ? 'EncryptData_' : 'PostData_']!, set)!
    const fields = isWallet ? fieldsIn(objectIn(text)) : Object.fromEntries(new URLSearchParams(text))
    if (isWallet) expect(form).toMatchObject({ RespondType_: 'JSON', HashData_: sealSum(form['EncryptData_']!, set) })
    const deed = `${path.split('/').at(-1)}${fields['CloseType'] ?? ''}${fields['Cancel'] ? ' undone' : ''}`
    asked.push({ deed, fields })
    const said = answers[deed] ?? timeout
    if (typeof said !== 'string') return said
    return { status: 200, text: JSON.stringify({ Status: said, Message: 'said so', Result: { ...about, Amt: fields['Amt'] } }) }
  }
  const gateway = newebpay.open(set, send)
  return { refund: (one: CardRefund) => gateway.refund(one, now), deeds: () => asked.map(({ deed }) => deed), asked }
}

describe('a refund to a card', () => {
  it('cancels what is not captured yet, as a whole', async () => {
    const { refund, asked } = standing({ CloseStatus: '0' }, { Cancel: 'SUCCESS' })
    expect(await refund(whole)).toEqual({ kind: 'refunded' })
    expect(asked).toEqual([
      {
        deed: 'Cancel',
        fields: {
          RespondType: 'JSON',
          Version: '1.0',
          Amt: '300',
          MerchantOrderNo: 'F1',
          TradeNo: '2611',
          IndexType: '1',
          TimeStamp: String(now.getTime() / 1000),
        },
      },
    ])
  })

  it('takes what waits for the batch out of it first', async () => {
    const waiting = standing({ CloseStatus: '1' }, { 'Close1 undone': 'SUCCESS', Cancel: 'SUCCESS' })
    expect(await waiting.refund(whole)).toEqual({ kind: 'refunded' })
    expect(waiting.deeds()).toEqual(['Close1 undone', 'Cancel'])
    const silent = standing({ CloseStatus: '1' }, { Cancel: 'SUCCESS' })
    expect(await silent.refund(whole)).toEqual({ kind: 'refunded' })
    const late = standing({ CloseStatus: '1' }, { 'Close1 undone': 'TRA10095' })
    expect(await late.refund(whole)).toEqual({ kind: 'refused', reason: 'TRA10095 said so' })
    expect(late.deeds()).toEqual(['Close1 undone'])
    const away = standing({ CloseStatus: '1' }, { 'Close1 undone': noConnection })
    expect(await away.refund(whole)).toEqual({ kind: 'unreached', reason: 'ECONNREFUSED' })
  })

  it('gives back any part of what is captured', async () => {
    for (const one of [whole, part, { ...part, isFirst: false }]) {
      const { refund, asked } = standing({ CloseStatus: '3' }, { Close2: 'SUCCESS' })
      expect(await refund(one)).toEqual({ kind: 'refunded' })
      expect(asked).toMatchObject([{ deed: 'Close2', fields: { Version: '1.1', CloseType: '2', Amt: String(one.amount) } }])
    }
    const partly = standing({ TradeStatus: '6', BackBalance: '200', CloseStatus: '3' }, { Close2: 'SUCCESS' })
    expect(await partly.refund(part)).toEqual({ kind: 'refunded' })
  })

  it('waits with a part, and while the bank captures', async () => {
    for (const [state, one] of [
      ['0', part],
      ['1', { ...whole, isFirst: false }],
      ['2', whole],
      ['', whole],
    ] as const) {
      const { refund, deeds } = standing({ CloseStatus: state })
      expect(await refund(one)).toEqual({ kind: 'refused', reason: `not captured yet: CloseStatus ${state}` })
      expect(deeds()).toEqual([])
    }
  })

  it('is not sent again when NewebPay says that all went back already', async () => {
    for (const gone of [{ TradeStatus: '3' }, { TradeStatus: '6', BackBalance: '0' }] as Fields[]) {
      const { refund, deeds } = standing(gone)
      expect(await refund(whole)).toEqual({ kind: 'refunded' })
      expect(deeds()).toEqual([])
    }
    expect(await standing({ TradeStatus: '3' }).refund(part)).toMatchObject({ kind: 'refused' })
    expect(await standing({ TradeStatus: '0' }).refund(whole)).toMatchObject({ kind: 'refused' })
    expect(await standing('TRA10021').refund(whole)).toMatchObject({ kind: 'refused', reason: 'NewebPay does not know the trade' })
  })

  it('was never asked for when nobody says how the trade stands', async () => {
    for (const silent of [timeout, noConnection, { status: 502, text: '' }])
      expect((await standing(silent).refund(whole)).kind).toBe('unreached')
  })

  it('waits while NewebPay answers no questions', async () => {
    const { refund, deeds } = standing('TRA10071')
    expect(await refund(whole)).toEqual({ kind: 'unreached', reason: 'TRA10071 said so', pauseSeconds: 4 * 3600 })
    expect(deeds()).toEqual([])
  })

  it('is refused, with the words for finance, when NewebPay answers and does not say how the trade stands', async () => {
    const saying = (Result: object) => ({ status: 200, text: JSON.stringify({ Status: 'SUCCESS', Result }) })
    for (const [said, words] of [
      ['TRA10054', 'TRA10054 said so'],
      [{ status: 200, text: '<html>' }, 'an answer that nobody understands'],
      [saying({ MerchantOrderNo: 'F1', TradeStatus: '1' }), 'the answer is not signed'],
      [saying({ MerchantOrderNo: 'F2', CheckCode: checkCode({ MerchantOrderNo: 'F2' }, set) }), 'the answer is about another trade'],
    ] as const) {
      const { refund, deeds } = standing(said)
      expect(await refund(whole)).toEqual({ kind: 'refused', reason: `asked how the payment stands: ${words}` })
      expect(deeds()).toEqual([])
    }
  })

  it('is unclear without a clear answer, and while a bank or another refund is at it', async () => {
    const of = async (said: Said) => (await standing({ CloseStatus: '3' }, { Close2: said }).refund(part)).kind
    const about = (Result: object) => ({ status: 200, text: JSON.stringify({ Status: 'SUCCESS', Message: '', Result }) })
    const right = { MerchantOrderNo: 'F1', Amt: '100' }
    expect(await of(about(right))).toBe('refunded')
    for (const said of [
      timeout,
      { status: 502, text: '' },
      { status: 200, text: '<html>' },
      { status: 200, text: '{"Status":"VERY WELL"}' },
      about({ ...right, MerchantOrderNo: 'F2' }),
      about({ ...right, Amt: '300' }),
      about({ ...right, CheckCode: 'FORGED' }),
      'NOR1001',
      'TRA10049',
      'TRA20027',
    ])
      expect(await of(said)).toBe('unclear')
    expect(await of(noConnection)).toBe('unreached')
    expect(await of('TRA10036')).toBe('refused')
    const batch = standing({ CloseStatus: '0' }, { Cancel: 'TRA20001' })
    expect(await batch.refund(whole)).toEqual({ kind: 'unclear', reason: 'TRA20001 said so' })
  })
})

describe('a refund to a wallet', () => {
  const done = (fields: object, keys = set): Said => {
    const EncryptData = seal(JSON.stringify(fields), keys)
    return { status: 200, text: JSON.stringify({ Status: '1000', Message: '', EncryptData, HashData: sealSum(EncryptData, keys) }) }
  }
  const right = { MerchantOrderNo: 'F1', RefundAmount: 300 }

  it('is one call, whose data are JSON', async () => {
    for (const [way, PaymentType] of [
      ['linepay', 'LINEPAY'],
      ['taiwanpay', 'TAIWANPAY'],
      ['twqr', 'TWQR'],
    ] as const) {
      const { refund, asked } = standing(timeout, { refund: done(right) })
      expect(await refund({ ...wallet, way })).toEqual({ kind: 'refunded' })
      const fields = { MerchantOrderNo: 'F1', Amount: '300', TimeStamp: String(now.getTime() / 1000), PaymentType }
      expect(asked).toEqual([{ deed: 'refund', fields }])
    }
  })

  it('is refunded only when the answer says so of this refund, signed', async () => {
    const of = async (said: Said) => (await standing(timeout, { refund: said }).refund(wallet)).kind
    expect(await of(done({ ...right, RefundAmount: 100 }))).toBe('unclear')
    expect(await of(done({ ...right, MerchantOrderNo: 'F2' }))).toBe('unclear')
    expect(await of(done(right, { ...set, hashKey: 'x'.repeat(32) }))).toBe('unclear')
    for (const said of ['1000', '1109', '9000', timeout, { status: 500, text: '' }]) expect(await of(said)).toBe('unclear')
    expect(await of(noConnection)).toBe('unreached')
    expect([await of('1105'), await of('1108'), await of('1101')]).toEqual(['refused', 'refused', 'refused'])
  })
})

it('nothing goes back of what was paid by a number', async () => {
  for (const way of ['atm', 'cvs', 'barcode', null] as const)
    expect(await standing(timeout).refund({ ...whole, way })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(String(way)),
    })
})

describe('the time of a refund', () => {
  it('of the whole is any time before the batch at 21:00, and then the noon after it', () => {
    expect(refundableFrom(whole, now)).toEqual(now)
    expect(refundableFrom(whole, taipei(15, '20:44'))).toEqual(taipei(15, '20:44'))
    for (const time of ['20:45', '21:30', '23:59']) expect(refundableFrom(whole, taipei(15, time))).toEqual(taipei(16, '12:00'))
    const evening = { ...whole, paidAt: taipei(15, '21:10') }
    expect(refundableFrom(evening, taipei(16, '20:00'))).toEqual(taipei(16, '20:00'))
    expect(refundableFrom(evening, taipei(16, '20:50'))).toEqual(taipei(17, '12:00'))
  })

  it('of a part is the noon after the batch, or any time later', () => {
    expect(refundableFrom(part, now)).toEqual(taipei(16, '12:00'))
    expect(refundableFrom({ ...whole, isFirst: false }, now)).toEqual(taipei(16, '12:00'))
    expect(refundableFrom(part, taipei(20, '21:05'))).toEqual(taipei(20, '21:05'))
  })

  it('of a wallet is any time, but of Taiwan Pay not in the first ten minutes', () => {
    const soon = new Date(paidAt.getTime() + 60_000)
    expect(refundableFrom(wallet, soon)).toEqual(soon)
    expect(refundableFrom({ ...wallet, way: 'taiwanpay' }, soon)).toEqual(taipei(15, '10:11'))
    expect(refundableFrom({ ...wallet, way: 'taiwanpay' }, now)).toEqual(now)
  })
})
