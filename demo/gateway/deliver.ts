import type { Api } from '#http/call.ts'

/** Brings a form to an address of the merchant. */
export type Deliver = (url: string, fields: Record<string, string>) => Promise<void>

const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-fieldhouse-peer': 'demo-gateway' }

/** Inside the process: the public address may not be reachable from here, behind a proxy. */
export function deliverInside(api: Api): Deliver {
  return async (url, fields) => {
    await api.app.request(new URL(url).pathname, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
  }
}
