import type { IncomingMessage } from 'node:http'
import { domainToUnicode } from 'node:url'
import { randomUUID } from 'node:crypto'

/** The head of a request: all that decides which page is answered. A Request has it, too. */
export type RequestHead = { method: string; url: string; headers: Pick<Headers, 'get' | 'has'> }

/** Whether this is an address. Not every host that a header can have makes one: 1.2.3.4.5, xn--a, or a port over 65535. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  // Versions of Node differ in whether they refuse a name that is written in Punycode and cannot be decoded.
  return (
    !/xn--/i.test(text) ||
    new URL(text).hostname.split('.').every((label) => !label.startsWith('xn--') || isDecoded(domainToUnicode(label)))
  )
}

const isDecoded = (label: string): boolean => label !== '' && !label.startsWith('xn--')

const plainHost = /^[\w.-]+(:\d+)?$/

/** The head of a request that Node has parsed, without making a Request of it. Undefined for anything unusual, which others answer. */
export function headOf({ method, url, headers }: IncomingMessage): RequestHead | undefined {
  const { host } = headers
  if (method !== 'GET' || !url?.startsWith('/') || host === undefined || !plainHost.test(host)) return undefined
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) return undefined
  const get = (name: string): string | null => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  const address = `http://${host}${url}`
  if (!isAddress(address)) return undefined
  return { method, url: address, headers: { get, has: (name) => headers[name] !== undefined } }
}

/** The id of a request in logs, in problem answers and on error pages. Taken from the proxy's X-Request-Id when it sends one. */
export function requestIdOf(headers: Pick<Headers, 'get'>): string {
  const given = headers.get('x-request-id')
  return given && /^[\w.:-]{8,80}$/.test(given) ? given : randomUUID()
}
