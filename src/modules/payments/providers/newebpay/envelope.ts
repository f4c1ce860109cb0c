import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import type { Outgoing } from '../../provider.ts'

/**
 * How NewebPay encrypts and signs: AES-256-CBC as hexadecimal text, and checksums that differ in what they wrap. The manual is NDNF,
 * 線上交易─幕前支付 技術串接手冊.
 */
export type Keys = { hashKey: string; hashIv: string }
export type Fields = Record<string, string>

export function seal(text: string, { hashKey, hashIv }: Keys): string {
  const cipher = createCipheriv('aes-256-cbc', hashKey, hashIv)
  return cipher.update(text.toWellFormed(), 'utf8', 'hex') + cipher.final('hex')
}

/** NewebPay pads to 16 bytes or, as its older libraries do, to 32. Undefined: it was not sealed with these keys. */
export function unseal(hex: string, { hashKey, hashIv }: Keys): string | undefined {
  if (hex === '' || hex.length % 32 !== 0 || !/^[0-9a-f]+$/i.test(hex)) return undefined
  const decipher = createDecipheriv('aes-256-cbc', hashKey, hashIv).setAutoPadding(false)
  const bytes = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()])
  const padding = bytes.at(-1)!
  const isPadded = padding >= 1 && padding <= 32 && padding <= bytes.length && bytes.subarray(-padding).every((one) => one === padding)
  return isPadded ? bytes.subarray(0, -padding).toString() : undefined
}

/** TradeSha of forms and notices, HashData of wallets. */
export const sealSum = (hex: string, { hashKey, hashIv }: Keys): string => sha256(`HashKey=${hashKey}&${hex}&HashIV=${hashIv}`)

/** Signs a question about a trade. */
export const checkValue = (fields: Fields, { hashKey, hashIv }: Keys): string =>
  sha256(`IV=${hashIv}&${chosen(fields, ['Amt', 'MerchantID', 'MerchantOrderNo'])}&Key=${hashKey}`)

/** Signs an answer. Its status is not among what is signed. */
export const checkCode = (fields: Fields, { hashKey, hashIv }: Keys): string =>
  sha256(`HashIV=${hashIv}&${chosen(fields, ['Amt', 'MerchantID', 'MerchantOrderNo', 'TradeNo'])}&HashKey=${hashKey}`)

export function isSum(given: string | undefined, right: string): boolean {
  const [one, other] = [Buffer.from((given ?? '').toUpperCase()), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').toUpperCase()

const chosen = (fields: Fields, names: string[]): string => queryOf(Object.fromEntries(names.map((name) => [name, fields[name] ?? ''])))

export const queryOf = (fields: Fields): string => new URLSearchParams(fields).toString()

/** Texts and numbers of an object as texts. */
export const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
          typeof one === 'string' || typeof one === 'number' ? [[name, String(one)]] : [],
        ),
      )
    : {}

/** A form from our server to NewebPay's. */
export const formTo = (url: string, fields: Fields): Outgoing => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  body: queryOf(fields),
})

export const secondsOf = (now: Date): string => String(Math.floor(now.getTime() / 1000))
