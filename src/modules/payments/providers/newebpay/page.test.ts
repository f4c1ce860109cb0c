import { describe, expect, it } from 'vitest'
import type { Send, Trade } from '../../provider.ts'
import { offerOf, payWays, type PayWay } from '../../way-rules.ts'
import { sealSum, unseal } from './envelope.ts'
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
      notice: 'https://park.example/api/Payment/Notice/newebpay',
      result: 'https://park.example/api/Payment/Return/newebpay',
      back: 'https://park.example/redirectToResult?ref=x',
    },
    at: now,
  }
  const started = async (different: Partial<Trade> = {}) => {
    const begun = await gateway.start({ ...trade, ...different })
    if (!begun.ok || begun.value.method !== 'post') throw new Error('no form')
    const { action, fields } = begun.value
    return { action, fields, info: Object.fromEntries(new URLSearchParams(unseal(fields['TradeInfo']!, set))) }
  }

  it('is encrypted and signed, and has every field of the protocol', async () => {
    const { action, fields, info } = await started()
    expect(action).toBe('https://core.newebpay.com/MPG/mpg_gateway')
    expect(fields).toEqual({
      MerchantID: 'MS127874575',
      TradeInfo: fields['TradeInfo'],
      TradeSha: sealSum(fields['TradeInfo']!, set),
      Version: '2.3',
      EncryptType: '0',
    })
    expect(info).toEqual({
      MerchantID: 'MS127874575',
      RespondType: 'JSON',
      TimeStamp: String(now.getTime() / 1000),
      Version: '2.3',
      MerchantOrderNo: trade.tradeNo,
      Amt: '300',
      ItemDesc: trade.item,
      TradeLimit: '900',
      NotifyURL: trade.addresses.notice,
      ReturnURL: `${trade.addresses.result}?trade=${trade.tradeNo}`,
      ClientBackURL: trade.addresses.back,
      CREDIT: '1',
    })
    expect(info).not.toHaveProperty('LangType')
    expect((await started({ locale: 'en' })).info).toMatchObject({ LangType: 'en' })
  })

  it('turns on the one way that was chosen, and no other', async () => {
    const switches = ['CREDIT', 'APPLEPAY', 'ANDROIDPAY', 'LINEPAY', 'TAIWANPAY', 'TWQR', 'WEBATM', 'VACC', 'CVS', 'BARCODE']
    const on = async (way: PayWay) => {
      const { info } = await started({ way })
      return switches.filter((name) => info[name] !== undefined)
    }
    const taken = payWays.filter((way) => newebpay.ways[way])
    expect(taken).toEqual(['card', 'applepay', 'linepay', 'taiwanpay', 'twqr', 'atm', 'cvs', 'barcode'])
    expect(await Promise.all(taken.map(on))).toEqual([
      ['CREDIT'],
      ['APPLEPAY'],
      ['LINEPAY'],
      ['TAIWANPAY'],
      ['TWQR'],
      ['VACC'],
      ['CVS'],
      ['BARCODE'],
    ])
    await expect(started({ way: 'jkopay' })).rejects.toThrow('jkopay')
  })

  it('gives a number its last moment, and the page on which the browser brings it', async () => {
    const until = async (way: PayWay) => {
      const { ExpireDate, ExpireTime, CustomerURL } = (await started({ way, numberDays: 3 })).info
      return [ExpireDate, ExpireTime, CustomerURL]
    }
    const back = `${trade.addresses.result}?trade=${trade.tradeNo}`
    expect(await until('atm')).toEqual(['20261118', '235959', back])
    expect(await until('barcode')).toEqual(['20261118', '235959', back])
    expect(await until('cvs')).toEqual(['20261118', '235909', back])
    expect((await started()).info).not.toHaveProperty('CustomerURL')
  })

  it('names what is sold in fifty characters that its page can show, and keeps what the address said already', async () => {
    const { info } = await started({
      item: `A'b\n"c"<${'羽'.repeat(60)}`,
      addresses: { ...trade.addresses, result: 'https://p.example/r?prefix=en' },
    })
    expect(info['ItemDesc']).toBe(`A b  c  ${'羽'.repeat(42)}`)
    expect(info['ReturnURL']).toBe(`https://p.example/r?prefix=en&trade=${trade.tradeNo}`)
    expect(newebpay.readReturn({ headers: new Headers(), body: '', query: new URL(info['ReturnURL']!).searchParams })).toBe(trade.tradeNo)
  })
})

it('takes only amounts that its page shows', () => {
  const order = { placedAt: now, firstDay: '2026-11-30' }
  const takes = (way: PayWay, amount: number) => offerOf(way, newebpay.ways[way]!, { ...order, amount }, 3, now) !== undefined
  const edges = {
    atm: [0, 1, 49_999, 50_000],
    taiwanpay: [0, 1, 49_999, 50_000],
    cvs: [29, 30, 20_000, 20_001],
    barcode: [19, 20, 40_000, 40_001],
  }
  for (const [way, amounts] of Object.entries(edges))
    expect([way, ...amounts.map((one) => takes(way as PayWay, one))]).toEqual([way, false, true, true, false])
  expect(takes('card', 200_000)).toBe(true)
})
