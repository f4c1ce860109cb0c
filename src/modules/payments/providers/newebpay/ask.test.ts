import { describe, expect, it } from 'vitest'
import type { OpenTrade, Send } from '../../provider.ts'
import { checkCode, checkValue, type Fields } from './envelope.ts'
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
const now = new Date('2026-11-15T23:59:09+08:00')

describe('a query about a trade', () => {
  const trade: OpenTrade = { tradeNo: 'F1', way: 'card', gatewayTradeNo: null, amount: 300, startedAt: now, mayCapture: async () => true }
  const about = { MerchantID: set.merchantId, Amt: '300', MerchantOrderNo: 'F1', TradeNo: '2611' }
  const answering = (body: object | string, status = 200) =>
    newebpay.open(set, async () => ({ status, text: typeof body === 'string' ? body : JSON.stringify(body) }))
  const known = (more: Fields, signed: Fields = about) =>
    answering({ Status: 'SUCCESS', Message: '', Result: { ...about, ...signed, ...more, CheckCode: checkCode(signed, set) } })
  const saysOf = async (open: ReturnType<typeof answering>, at = now) => {
    const answer = await open.ask(trade, at)
    return answer.ok ? answer.value.notice.says : answer.refusal.reason
  }

  it('is signed, with the time and the amount', async () => {
    const sent: Fields[] = []
    const spy: Send = async ({ url, body }) => {
      sent.push({ url, ...Object.fromEntries(new URLSearchParams(body)) })
      return { failed: 'later', isSent: true }
    }
    await newebpay.open(set, spy).ask(trade, now)
    await newebpay.open({ ...set, merchantId: 'MS5123' }, spy).ask(trade, now)
    expect(sent[0]).toEqual({
      url: 'https://core.newebpay.com/API/QueryTradeInfo',
      MerchantID: set.merchantId,
      MerchantOrderNo: 'F1',
      Amt: '300',
      Version: '1.3',
      RespondType: 'JSON',
      TimeStamp: String(now.getTime() / 1000),
      CheckValue: checkValue(about, set),
    })
    expect(sent[1]).toMatchObject({ MerchantID: 'MS5123', Gateway: 'Composite' })
  })

  it('reads paid, failed, cancelled, refunded and open', async () => {
    const kinds = await Promise.all(['1', '2', '3', '6', '0', '9'].map(async (status) => saysOf(known({ TradeStatus: status }))))
    expect(kinds.map((one) => (typeof one === 'string' ? one : one.kind))).toEqual([
      'paid',
      'failed',
      'failed',
      'failed',
      'unpaid',
      'unpaid',
    ])
  })

  it('reads the number that the payer took', async () => {
    const number = async (PaymentType: string, PayInfo: string, ExpireDate = '2026-11-18 23:59:59') => {
      const says = await saysOf(known({ TradeStatus: '0', PaymentType, PayInfo, ExpireDate }))
      return typeof says === 'object' && says.kind === 'number' ? says.number : says
    }
    const deadline = new Date('2026-11-18T23:59:59+08:00')
    expect(await number('VACC', '(031)1234567890')).toEqual({ kind: 'atm', bankCode: '031', account: '1234567890', deadline })
    expect(await number('CVS', 'LLL123')).toEqual({ kind: 'cvs', code: 'LLL123', deadline })
    expect(await number('BARCODE', 'a,b,c')).toEqual({ kind: 'barcode', codes: ['a', 'b', 'c'], deadline })
    for (const wrong of [
      number('VACC', '1234'),
      number('BARCODE', 'a,b'),
      number('CVS', ''),
      number('CVS', 'L', 'soon'),
      number('LINEPAY', 'x'),
    ])
      expect(await wrong).toEqual({ kind: 'unpaid' })
  })

  it('about a trade that NewebPay does not know is open while its page may be, and then over', async () => {
    const unknown = answering({ Status: 'TRA10021', Message: '查無交易資料', Result: [] })
    const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    expect(await saysOf(unknown, after(19))).toEqual({ kind: 'unpaid' })
    expect(await saysOf(unknown, after(20))).toEqual({ kind: 'failed', reason: 'NewebPay does not know the trade' })
  })

  it('ignores an answer that is unsigned, about another trade, or an error', async () => {
    expect(await saysOf(answering({ Status: 'SUCCESS', Result: { ...about, TradeStatus: '1' } }))).toBe('the answer is not signed')
    expect(await saysOf(known({ TradeStatus: '1', Amt: '1' }))).toBe('the answer is not signed')
    expect(await saysOf(known({ TradeStatus: '1' }, { ...about, MerchantOrderNo: 'F2' }))).toBe('the answer is about another trade')
    expect(await saysOf(answering({ Status: 'TRA10071', Message: '鎖定' }))).toBe('TRA10071 鎖定')
    expect(await saysOf(answering('<html>'))).toBe('an answer that nobody understands')
    expect(await saysOf(answering({}, 502))).toBe('http 502')
    expect(await saysOf(gateway)).toBe('nobody is there')
  })
})
