import type { IncomingMessage } from 'node:http'

/** The head of a request: all that decides which page is answered. A Request has it, too. */
export type RequestHead = { method: string; url: string; headers: Pick<Headers, 'get' | 'has'> }

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
  return { method, url: `http://${host}${url}`, headers: { get, has: (name) => headers[name] !== undefined } }
}
