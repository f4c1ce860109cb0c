import { createHash, timingSafeEqual } from 'node:crypto'
import type { Send } from '../../provider.ts'

/**
 * How ECPay encodes and signs its forms: each has a checksum over its other fields. The algorithm and its examples:
 * https://developers.ecpay.com.tw/?p=2902
 */
export type Keys = { hashKey: string; hashIv: string }
export type Fields = Record<string, string>

/** Posts a form to ECPay; answers the body of the response. `isSent` false: there was no connection, and nothing was sent. */
export type PostForm = (url: string, fields: Fields) => Promise<{ status: number; text: string } | { failed: string; isSent: boolean }>

export function checkMacValue(fields: Fields, { hashKey, hashIv }: Keys): string {
  const signed = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .map(([name, value]) => [name.toLowerCase(), `${name}=${value}`] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, pair]) => pair)
  const text = `HashKey=${hashKey}&${signed.join('&')}&HashIV=${hashIv}`
  return createHash('sha256').update(dotNetUrlEncode(text)).digest('hex').toUpperCase()
}

/** URL encoding of .NET, in lower case: leaves - _ . ! * ( ) alone and writes a space as +. */
function dotNetUrlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll('~', '%7e').replaceAll("'", '%27').toLowerCase()
}

export const sign = (fields: Fields, keys: Keys): Fields => ({ ...fields, CheckMacValue: checkMacValue(fields, keys) })

export function isSigned(fields: Fields, keys: Keys): boolean {
  const given = Buffer.from((fields['CheckMacValue'] ?? '').toUpperCase())
  const right = Buffer.from(checkMacValue(fields, keys))
  return given.length === right.length && timingSafeEqual(given, right)
}

export const postBy =
  (send: Send): PostForm =>
  (url, fields) =>
    send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(fields).toString(),
    })
