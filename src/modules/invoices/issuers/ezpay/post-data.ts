import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** How ezPay's calls are encrypted: the fields of a form, in hexadecimal digits. */
export type EzpayKeys = { merchantId: string; hashKey: string; hashIv: string }
type Keys = Pick<EzpayKeys, 'hashKey' | 'hashIv'>

export const queryOf = (fields: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

export function sealQuery(query: string, { hashKey, hashIv }: Keys): string {
  const cipher = createCipheriv('aes-256-cbc', hashKey, hashIv)
  return cipher.update(query, 'utf8', 'hex') + cipher.final('hex')
}

/** The padding has up to 32 bytes, twice those of a block. Undefined when it was not encrypted with these keys. */
export function openQuery(hex: string, { hashKey, hashIv }: Keys): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', hashKey, hashIv).setAutoPadding(false)
    const bytes = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()])
    const padding = bytes.at(-1) ?? 0
    const isPadded = padding >= 1 && padding <= 32 && bytes.subarray(-padding).every((byte) => byte === padding)
    return isPadded ? bytes.subarray(0, -padding).toString('utf8') : undefined
  } catch {
    return undefined
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').toUpperCase()

/** Signs what is asked about carriers. */
export const checkValue = (postData: string, { hashKey, hashIv }: Keys): string => sha256(`HashKey=${hashKey}&${postData}&HashIV=${hashIv}`)

/** ezPay signs an invoice by five of its fields. */
export function checkCode(fields: Record<string, string>, { hashKey, hashIv }: Keys): string {
  const signed = ['InvoiceTransNo', 'MerchantID', 'MerchantOrderNo', 'RandomNum', 'TotalAmt'].map((name) => `${name}=${fields[name] ?? ''}`)
  return sha256(`HashIV=${hashIv}&${signed.join('&')}&HashKey=${hashKey}`)
}
