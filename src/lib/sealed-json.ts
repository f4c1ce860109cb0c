import { createCipheriv, createDecipheriv } from 'node:crypto'

/** JSON that is encoded as PHP encodes addresses, and encrypted with AES-128-CBC. */
export type SealKeys = { hashKey: string; hashIv: string }

/** URL encoding of PHP: hexadecimal digits in capitals, a space as +. */
const phpUrlEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

export function sealJson(json: string, { hashKey, hashIv }: SealKeys): string {
  const cipher = createCipheriv('aes-128-cbc', hashKey, hashIv)
  return Buffer.concat([cipher.update(phpUrlEncode(json), 'utf8'), cipher.final()]).toString('base64')
}

/** Undefined when it was not encrypted with these keys, or is no object. */
export function openSealed(data: string, { hashKey, hashIv }: SealKeys): Record<string, unknown> | undefined {
  try {
    const decipher = createDecipheriv('aes-128-cbc', hashKey, hashIv)
    const text = Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8')
    return objectIn(decodeURIComponent(text.replaceAll('+', '%20')))
  } catch {
    return undefined
  }
}

/** The object that a text says as JSON. Undefined: it says none. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
