import { describe, expect, it } from 'vitest'
import { loadConfig } from '#config.ts'
import type { Send } from '../../provider.ts'
import { openProviders, settingsOf } from '../../providers.ts'
import { newebpay } from './provider.ts'
import type { NewebpaySettings } from './settings.ts'
import vectors from './vectors.json' with { type: 'json' }

const ecpayKeys = { ECPAY_MERCHANT_ID: 'M', ECPAY_HASH_KEY: 'k', ECPAY_HASH_IV: 'i' }
const set: NewebpaySettings = {
  url: 'https://core.newebpay.com',
  merchantId: vectors.keys.MerchantID,
  hashKey: vectors.keys.HashKey,
  hashIv: vectors.keys.HashIV,
  demo: false,
}
const nobody: Send = async () => ({ failed: 'nobody is there', isSent: true })
const now = new Date('2026-11-15T23:59:09+08:00')

describe('the settings', () => {
  const env = {
    DEMO: '0',
    NEWEBPAY_URL: 'https://core.newebpay.com',
    NEWEBPAY_MERCHANT_ID: 'MS1',
    NEWEBPAY_HASH_KEY: 'a key of thirty-two characters !',
    NEWEBPAY_HASH_IV: 'iv of sixteen ch',
  }
  const read = (more: Record<string, string> = {}) => loadConfig({ ...env, ...more }, settingsOf())

  it('are read all or none, over an encrypted line, with keys of the right length', () => {
    expect(read().payments['newebpay']).toEqual({
      url: env.NEWEBPAY_URL,
      merchantId: 'MS1',
      hashKey: env.NEWEBPAY_HASH_KEY,
      hashIv: env.NEWEBPAY_HASH_IV,
      demo: false,
    })
    expect(() => read({ NEWEBPAY_HASH_IV: '' })).toThrow('NEWEBPAY_HASH_IV is missing')
    expect(() => read({ NEWEBPAY_URL: 'http://core.newebpay.com' })).toThrow('must begin with https://')
    expect(read({ NEWEBPAY_URL: 'http://localhost:4000' }).payments['newebpay']).toMatchObject({ url: 'http://localhost:4000' })
    expect(() => read({ NEWEBPAY_HASH_KEY: 'short' })).toThrow('must have 32 characters')
    expect(() => read({ NEWEBPAY_HASH_IV: 'short' })).toThrow('must have 16 characters')
  })

  it('share the ways with another provider, and show no key', () => {
    const both = read({ PAYMENT_WAYS: 'card=ecpay,linepay=newebpay', ECPAY_URL: 'https://p.example', ...ecpayKeys })
    const { serving } = openProviders(both, nobody)
    expect([...serving].map(([way, { name }]) => `${way} ${name}`)).toEqual(['card ecpay', 'linepay newebpay'])
    expect(() => read({ PAYMENT_WAYS: 'jkopay=newebpay' })).toThrow('PAYMENT_WAYS')
    expect(newebpay.shown(set)).toEqual([
      { name: 'NEWEBPAY_URL', value: set.url },
      { name: 'NEWEBPAY_MERCHANT_ID', value: set.merchantId },
      { name: 'NEWEBPAY_HASH_KEY', value: '•••' },
      { name: 'NEWEBPAY_HASH_IV', value: '•••' },
    ])
    expect(newebpay.shown(undefined).map(({ value }) => value)).toEqual([null, null, null, null])
  })
})

describe('the check', () => {
  const codes = async (send: Send, different: Partial<NewebpaySettings> = { hashKey: 'a key of thirty-two characters !' }) =>
    (await newebpay.check({ ...set, ...different }, send, now)).map(({ code }) => code)
  const answering =
    (Status: string, status = 200): Send =>
    async () => ({ status, text: JSON.stringify({ Status, Message: '', Result: [] }) })

  it('asks about a trade that does not exist', async () => {
    const sent: string[] = []
    const spy: Send = async ({ url, body }) => {
      sent.push(`${new URL(url).pathname} ${new URLSearchParams(body).get('MerchantOrderNo')}`)
      return { status: 200, text: '{"Status":"TRA10021","Message":"查無交易資料","Result":[]}' }
    }
    expect(await codes(spy)).toEqual(['payment_ready'])
    expect(sent).toEqual([expect.stringMatching(/^\/API\/QueryTradeInfo FHCHECK\d+$/)])
  })

  it('tells wrong keys from a wrong address, and warns of keys that everybody knows', async () => {
    expect(await codes(answering('TRA10054'))).toEqual(['payment_keys_wrong'])
    expect(await codes(answering('TRA10001'))).toEqual(['payment_keys_wrong'])
    expect(await codes(async () => ({ failed: 'ENOTFOUND', isSent: false }))).toEqual(['unknown_host'])
    expect(await codes(answering('', 404))).toEqual(['http_status'])
    expect(await codes(async () => ({ status: 200, text: '<html>' }))).toEqual(['payment_not_understood'])
    expect(await codes(answering('TRA10071'))).toEqual(['payment_asks_locked'])
    expect(await codes(answering('TRA10021'), {})).toEqual(['payment_ready', 'payment_test_keys'])
  })
})
