import { describe, expect, it } from 'vitest'
import { bankNumberNotice, failedNotice, keys, paidNotice, storeCodeNotice } from '#testing/payment-fixture.ts'
import vectors from './vectors.json' with { type: 'json' }
import { readMoment, writeMoment } from '#lib/slashed-moments.ts'
import { checkMacValue, isSigned, sign } from './fields.ts'
import { openEcpay } from './ecpay.ts'
import type { Send, Trade } from '../../provider.ts'
import type { PayWay } from '../../way-rules.ts'

const nobody: Send = async () => ({ failed: 'nobody is there', isSent: true })
const gateway = openEcpay(keys, nobody)
const now = new Date('2026-11-15T23:59:09+08:00')
const fieldsOf = (query: string) =>
  Object.fromEntries(query.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))

describe('the checksum', () => {
  it.each(vectors)('equals the published example: $name', ({ query, checkMacValue: published }) => {
    expect(checkMacValue(fieldsOf(query), keys)).toBe(published)
    expect(isSigned({ ...fieldsOf(query), CheckMacValue: published }, keys)).toBe(true)
    expect(isSigned({ ...fieldsOf(query), CheckMacValue: published.toLowerCase() }, keys)).toBe(true)
  })

  it('fails for a changed value, an added or missing field, another key, or none', () => {
    const signed = paidNotice('F1')
    const { RtnMsg: _, ...less } = signed
    for (const forged of [
      { ...signed, TradeAmt: '1' },
      { ...signed, More: '' },
      less,
      { ...signed, CheckMacValue: '' },
      { ...signed, CheckMacValue: 'é'.repeat(32) },
      {},
    ])
      expect(isSigned(forged as Record<string, string>, keys)).toBe(false)
    expect(isSigned(signed, { ...keys, hashIv: 'another' })).toBe(false)
  })

  it('survives text that no encoding can hold', () => expect(checkMacValue({ ItemName: '\ud800' }, keys)).toMatch(/^[0-9A-F]{64}$/))
})

it('writes and reads moments in Taipei', () => {
  expect(writeMoment(now)).toBe('2026/11/15 23:59:09')
  expect(readMoment('2026/11/15 23:59:09')?.at).toEqual(now)
  expect(readMoment('2026/11/15')).toEqual({ day: '2026-11-15', at: undefined })
  for (const wrong of ['', '2026/13/15', '2026-11-15', '2026/11/15 1:1:1', 'soon']) expect(readMoment(wrong), wrong).toBeUndefined()
})

describe('the payment form', () => {
  const trade: Trade = {
    tradeNo: 'F261115K7M3XQZABCDEF',
    way: 'card',
    amount: 300,
    item: '場地預約 F261115K7M3XQZ',
    description: '青禾運動園區',
    locale: 'tw',
    numberDays: undefined,
    addresses: {
      notice: 'https://park.example/api/Payment/Notice',
      result: 'https://park.example/api/Payment/Return',
      back: 'https://park.example/redirectToResult?ref=x',
    },
    at: now,
  }

  it('is signed and has every field of the protocol', () => {
    const { action, fields } = gateway.checkout(trade)
    expect(action).toBe(`${keys.url}/Cashier/AioCheckOut/V5`)
    expect(isSigned(fields, keys)).toBe(true)
    expect(fields).toMatchObject({
      MerchantID: '3002607',
      MerchantTradeDate: '2026/11/15 23:59:09',
      PaymentType: 'aio',
      TotalAmount: '300',
      EncryptType: '1',
      ReturnURL: trade.addresses.notice,
      OrderResultURL: trade.addresses.result,
    })
    expect(fields).not.toHaveProperty('Language')
    expect(gateway.checkout({ ...trade, locale: 'en' }).fields).toMatchObject({ Language: 'ENG' })
  })

  it('names the one way that was chosen', () => {
    const chosen = (way: PayWay) => gateway.checkout({ ...trade, way }).fields['ChoosePayment']
    expect((['card', 'applepay', 'jkopay', 'twqr', 'webatm'] as const).map(chosen)).toEqual([
      'Credit',
      'ApplePay',
      'DigitalPayment',
      'TWQR',
      'WebATM',
    ])
    expect(() => chosen('linepay')).toThrow('linepay')
    expect(gateway.checkout(trade).fields).not.toHaveProperty('PaymentInfoURL')
  })

  it('gives a number its deadline: days for an account and for barcodes, minutes for a store code', () => {
    const until = (way: PayWay) => {
      const { ChoosePayment, ExpireDate, StoreExpireDate, PaymentInfoURL } = gateway.checkout({ ...trade, way, numberDays: 3 }).fields
      return { ChoosePayment, ExpireDate, StoreExpireDate, PaymentInfoURL }
    }
    const PaymentInfoURL = trade.addresses.notice
    expect(until('atm')).toEqual({ ChoosePayment: 'ATM', ExpireDate: '3', StoreExpireDate: undefined, PaymentInfoURL })
    expect(until('cvs')).toEqual({ ChoosePayment: 'CVS', ExpireDate: undefined, StoreExpireDate: '4320', PaymentInfoURL })
    expect(until('barcode')).toEqual({ ChoosePayment: 'BARCODE', ExpireDate: undefined, StoreExpireDate: '3', PaymentInfoURL })
  })
})

describe('a notice', () => {
  it('is read only when it is signed', () => expect(gateway.readNotice({ ...paidNotice('F1'), TradeAmt: '1' })).toBeUndefined())

  it('says paid, or why not', () => {
    expect(gateway.readNotice(paidNotice('F1'))).toEqual({
      tradeNo: 'F1',
      merchantId: '3002607',
      amount: 300,
      gatewayTradeNo: '2611151000090001',
      method: 'card',
      simulated: false,
      says: { kind: 'paid' },
    })
    expect(gateway.readNotice(failedNotice('F1'))?.says).toEqual({ kind: 'failed', reason: '10100058 付款失敗' })
    expect(gateway.readNotice(paidNotice('F1', { SimulatePaid: '1' }))?.simulated).toBe(true)
    expect(gateway.readNotice(paidNotice('F1', { TradeAmt: '300.5' }))?.amount).toBe(-1)
  })

  it('that a number was issued is not a failure', () => {
    expect(gateway.readNotice(bankNumberNotice('F1', '2026/11/18'))?.says).toEqual({
      kind: 'number',
      number: { kind: 'atm', bankCode: '812', account: '9103522175887271', deadline: new Date('2026-11-18T23:59:59+08:00') },
    })
    expect(gateway.readNotice(storeCodeNotice('F1', '2026/11/18 10:00:00'))?.says).toEqual({
      kind: 'number',
      number: { kind: 'cvs', code: 'LLL22251222222', deadline: new Date('2026-11-18T10:00:00+08:00') },
    })
    expect(gateway.readNotice(storeCodeNotice('F1', 'soon'))?.says).toEqual({ kind: 'unpaid' })
    const bars = { PaymentNo: '', Barcode1: '151118C61', Barcode2: '9103522175887271', Barcode3: '111820000000300' }
    expect(gateway.readNotice(storeCodeNotice('F1', '2026/11/18 10:00:00', bars))?.says).toEqual({
      kind: 'number',
      number: {
        kind: 'barcode',
        codes: ['151118C61', '9103522175887271', '111820000000300'],
        deadline: new Date('2026-11-18T10:00:00+08:00'),
      },
    })
  })

  it('says by what it was paid, and what only the bank can send back', () => {
    const method = (PaymentType: string) => gateway.readNotice(paidNotice('F1', { PaymentType }))?.method
    expect(['Credit_CreditCard', 'ApplePay_ESUN', 'Flexible_Installment'].map(method)).toEqual(['card', 'card', 'card'])
    expect(['ATM_TAISHIN', 'CVS_FAMILY', 'BARCODE_BARCODE'].map(method)).toEqual(['atm', 'cvs', 'cvs'])
    expect(['WebATM_ESUN', 'TWQR_OPAY', 'DigitalPayment_Jkopay', 'WeiXin'].map(method)).toEqual(['other', 'other', 'other', 'other'])
  })
})

describe('a query about a trade', () => {
  const answering = (fields: Record<string, string>, status = 200) =>
    openEcpay(keys, async () => ({ status, text: new URLSearchParams(fields).toString() }))
  const known = {
    MerchantID: keys.merchantId,
    MerchantTradeNo: 'F1',
    TradeNo: '26',
    TradeAmt: '300',
    PaymentType: 'Credit_CreditCard',
    TradeDate: '2026/11/15 23:00:00',
  }
  const saysOf = async (status: string) => {
    const answer = await answering(sign({ ...known, TradeStatus: status }, keys)).ask('F1', now)
    return answer.ok ? answer.value.notice.says.kind : answer.refusal
  }

  it('is signed, with the time', async () => {
    const sent: Record<string, string>[] = []
    await openEcpay(keys, async ({ url, body }) => {
      sent.push({ url, ...Object.fromEntries(new URLSearchParams(body)) })
      return { failed: 'later', isSent: true }
    }).ask('F1', now)
    const { url, ...fields } = sent[0]!
    expect(url).toBe(`${keys.url}/Cashier/QueryTradeInfo/V5`)
    expect(fields['TimeStamp']).toBe(String(now.getTime() / 1000))
    expect(isSigned(fields, keys)).toBe(true)
  })

  it('reads paid, failed, open and unknown', async () => {
    expect(await Promise.all(['1', '10200095', '0', '10200047'].map(saysOf))).toEqual(['paid', 'failed', 'unpaid', 'unpaid'])
  })

  it('ignores an answer that is unsigned, about another trade, or an error', async () => {
    const refused = async (answer: ReturnType<typeof answering>) => ((await answer.ask('F1', now)).ok ? 'believed' : 'refused')
    expect(await refused(answering({ ...known, TradeStatus: '1' }))).toBe('refused')
    expect(await refused(answering(sign({ ...known, MerchantTradeNo: 'F2', TradeStatus: '1' }, keys)))).toBe('refused')
    expect(await refused(answering(sign({ ...known, TradeStatus: '1' }, keys), 403))).toBe('refused')
    expect(await refused(gateway)).toBe('refused')
  })
})
