import { describe, expect, it } from 'vitest'
import type { Arrived, Send } from '../../provider.ts'
import { queryOf, seal, sealSum, type Fields } from './envelope.ts'
import { newebpay } from './provider.ts'
import type { NewebpaySettings } from './settings.ts'
import vectors from './vectors.json' with { type: 'json' }

const set: NewebpaySettings = {
  url: 'https://core.newebpay.com',
  merchantId: vectors.keys.MerchantID,
  hashKey: vectors.keys.HashKey,
  hashIv: vectors.keys.HashIV,
  demo: false,
}
const nobody: Send = async () => ({ failed: 'nobody is there', isSent: true })
const gateway = newebpay.open(set, nobody)

const arrived = (fields: Fields): Arrived => ({
  headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
  query: new URLSearchParams(),
  body: queryOf(fields),
})
const sealedForm = (text: string, keys: Pick<NewebpaySettings, 'hashKey' | 'hashIv'> = set): Fields => {
  const TradeInfo = seal(text, keys)
  return { Status: 'SUCCESS', MerchantID: set.merchantId, Version: '2.3', TradeInfo, TradeSha: sealSum(TradeInfo, keys) }
}
const paid = {
  MerchantID: set.merchantId,
  Amt: 300,
  TradeNo: '2611',
  MerchantOrderNo: 'F1',
  PaymentType: 'CREDIT',
  PayTime: '2026-11-15 23:59:59',
}
const said = (Result: object, Status = 'SUCCESS', Message = '授權成功') => sealedForm(JSON.stringify({ Status, Message, Result }))
const readBy = (fields: Fields, open = gateway) => open.readNotice(arrived(fields))

describe('a notice', () => {
  it('of the manual is read', () => {
    expect(readBy({ Status: 'SUCCESS', ...vectors.notify }).notice).toEqual({
      tradeNo: 'Vanespl_ec_1695795668',
      merchantId: 'MS127874575',
      amount: 30,
      gatewayTradeNo: '23092714215835071',
      method: 'card',
      simulated: false,
      says: { kind: 'paid' },
    })
  })

  it('is read only when it is signed with our keys, whatever stands beside it', () => {
    const form = said(paid)
    const other = { ...set, hashKey: 'x'.repeat(32) }
    const wrong: Fields[] = [
      {},
      { ...form, TradeSha: '' },
      { ...form, TradeInfo: `${form['TradeInfo']!}00` },
      { ...form, TradeInfo: seal('Status=SUCCESS&MerchantOrderNo=F1', set) },
      sealedForm(JSON.stringify({ Status: 'SUCCESS', Result: paid }), other),
      { TradeInfo: '00'.repeat(16), TradeSha: sealSum('00'.repeat(16), set) },
    ]
    for (const one of wrong) expect(readBy(one)).toMatchObject({ notice: undefined, tradeNo: '' })
    expect(readBy({ ...form, Status: 'MPG03009', MerchantID: 'another' }).notice?.says).toEqual({ kind: 'paid' })
    expect(gateway.readNotice({ ...arrived(form), headers: new Headers() }).notice).toBeUndefined()
  })

  it('is not our own form to the page, which is sealed with the same keys, nor anything without a status', async () => {
    const addresses = { notice: 'https://park.example/n', result: 'https://park.example/r', back: 'https://park.example/b' }
    const trade = { tradeNo: 'F1', way: 'card', amount: 300, item: '場地', description: '', locale: 'tw', numberDays: undefined } as const
    const started = await gateway.start({ ...trade, addresses, at: new Date('2026-11-15T23:59:09+08:00') })
    if (!started.ok || started.value.method !== 'post') throw new Error('no form')
    expect(readBy(started.value.fields)).toMatchObject({ notice: undefined, tradeNo: '' })
    for (const text of ['[]', '{}', JSON.stringify({ Result: paid })])
      expect(readBy(sealedForm(text))).toMatchObject({ notice: undefined, tradeNo: '' })
  })

  it('of another shop, of no amount or of nothing at all is said to be so', () => {
    expect(readBy(said({ ...paid, MerchantID: 'MS9' })).notice).toMatchObject({ merchantId: 'MS9' })
    expect(readBy(said({ ...paid, Amt: '300.5' })).notice).toMatchObject({ amount: -1 })
    expect(readBy(said({})).notice).toMatchObject({ tradeNo: '', merchantId: '', says: { kind: 'unpaid' } })
    expect(readBy(said({ ...paid, MerchantOrderNo: { a: 1 } })).notice).toMatchObject({ tradeNo: '' })
  })

  it('says why a payment failed', () => {
    const { PayTime: _, ...failed } = paid
    expect(readBy(said(failed, 'MPG03009', '授權失敗')).notice?.says).toEqual({ kind: 'failed', reason: 'MPG03009 授權失敗' })
  })

  it('that a number was issued is no payment, even where notices arrive', () => {
    const { PayTime: _, ...issued } = { ...paid, ExpireDate: '2026-11-18', ExpireTime: '23:59:59' }
    const says = (more: object) => readBy(said({ ...issued, ...more }, 'SUCCESS', '取號成功')).notice?.says
    const deadline = new Date('2026-11-18T23:59:59+08:00')
    expect(says({ PaymentType: 'VACC', BankCode: '031', CodeNo: '123' })).toEqual({
      kind: 'number',
      number: { kind: 'atm', bankCode: '031', account: '123', deadline },
    })
    expect(says({ PaymentType: 'CVS', CodeNo: 'LLL1', ExpireTime: '120000' })).toEqual({
      kind: 'number',
      number: { kind: 'cvs', code: 'LLL1', deadline: new Date('2026-11-18T12:00:00+08:00') },
    })
    expect(says({ PaymentType: 'BARCODE', Barcode_1: '1', Barcode_2: '2', Barcode_3: '3', ExpireTime: '' })).toEqual({
      kind: 'number',
      number: { kind: 'barcode', codes: ['1', '2', '3'], deadline },
    })
    for (const more of [{ PaymentType: 'BARCODE', Barcode_1: '1' }, { PaymentType: 'VACC' }, { PaymentType: 'CREDIT', CodeNo: '1' }])
      expect(says(more)).toEqual({ kind: 'unpaid' })
    expect(says({ PaymentType: 'CVS', CodeNo: 'L', PayTime: '0000-00-00 00:00:00' })).toMatchObject({ kind: 'number' })
    expect(says({ PaymentType: 'CVS', CodeNo: 'L', PayTime: '2026-11-16 10:00:00' })).toEqual({ kind: 'paid' })
  })

  it('says by what it was paid, and what only the bank can send back', () => {
    const method = (PaymentType: string) => readBy(said({ ...paid, PaymentType })).notice?.method
    expect(['CREDIT', 'APPLEPAY', 'ANDROIDPAY'].map(method)).toEqual(['card', 'card', 'card'])
    expect(['LINEPAY', 'TAIWANPAY', 'TWQR'].map(method)).toEqual(['wallet', 'wallet', 'wallet'])
    expect(['VACC', 'CVS', 'BARCODE', 'WEBATM', 'CVSCOM', ''].map(method)).toEqual(['atm', 'cvs', 'cvs', 'other', 'other', null])
  })

  it('of a payment that was only played is no money, but on the test system all are', () => {
    const played = said(paid, 'SUCCESS', '模擬付款成功')
    expect(readBy(played).notice?.simulated).toBe(true)
    const test = newebpay.open({ ...set, url: 'https://ccore.newebpay.com' }, nobody)
    expect(readBy(played, test).notice?.simulated).toBe(false)
  })

  it('keeps for the books nothing of the payer', () => {
    for (const name of ['IP', 'Card6No', 'Card4No', 'Auth', 'PayerAccount5Code', 'PayInfo', 'CodeNo', 'StoreID'])
      expect(newebpay.keptFields).not.toContain(name)
    expect(newebpay.acknowledge('paid')).toMatchObject({ body: '1' })
  })
})
