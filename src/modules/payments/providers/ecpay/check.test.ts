import { describe, expect, it } from 'vitest'
import { checkEcpay } from './check.ts'
import { isSigned, sign, type Fields, type PostForm } from './fields.ts'
import type { EcpaySettings } from './settings.ts'

const config: EcpaySettings = {
  url: 'https://pay.example',
  merchantId: '1234567',
  hashKey: 'our own key 1234',
  hashIv: 'our own iv 12345',
  demo: false,
}
const now = new Date('2026-11-16T10:00:00+08:00')

/** A gateway that has these keys, and answers as ECPay does. */
const gatewayWith =
  (keys: EcpaySettings, asked: Fields[] = []): PostForm =>
  async (_, fields) => {
    asked.push(fields)
    const { MerchantID = '', MerchantTradeNo = '' } = fields
    const status = isSigned(fields, keys) ? '10200047' : '10200073'
    return { status: 200, text: new URLSearchParams(sign({ MerchantID, MerchantTradeNo, TradeStatus: status }, keys)).toString() }
  }
const codes = async (...args: Parameters<typeof checkEcpay>) => (await checkEcpay(...args)).map(({ code }) => code)

describe('the check of the payment gateway', () => {
  it('asks about a trade that does not exist, and believes only a signed answer', async () => {
    const asked: Fields[] = []
    expect(await codes(config, gatewayWith(config, asked), now)).toEqual(['payment_ready'])
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ MerchantID: '1234567', MerchantTradeNo: expect.stringMatching(/^[A-Za-z0-9]{1,20}$/) })
    const answered: PostForm = async () => ({ status: 200, text: 'TradeStatus=10200047&CheckMacValue=FORGED' })
    expect(await codes(config, answered, now)).toEqual(['payment_keys_wrong'])
  })

  it('tells wrong keys from a wrong address', async () => {
    expect(await codes(config, gatewayWith({ ...config, hashKey: 'another key 1234' }), now)).toEqual(['payment_keys_wrong'])
    expect(await codes(config, async () => ({ failed: 'ECONNREFUSED', isSent: true }), now)).toEqual(['refused'])
    expect(await codes(config, async () => ({ failed: 'ENOTFOUND', isSent: true }), now)).toEqual(['unknown_host'])
    expect(await codes(config, async () => ({ status: 404, text: '' }), now)).toEqual(['http_status'])
    expect(await codes(config, async () => ({ status: 200, text: '<html>' }), now)).toEqual(['payment_not_understood'])
  })

  it('warns of keys that everybody knows, and never says a key', async () => {
    const published = { ...config, hashKey: 'pwFHCqoQZGmho4w6', hashIv: 'EkRm7iFT261dpevs' }
    const findings = await checkEcpay(published, gatewayWith(published), now)
    expect(findings.map(({ code }) => code)).toEqual(['payment_ready', 'payment_test_keys'])
    expect(JSON.stringify(findings)).not.toContain(published.hashKey)
  })
})
