import { reasonOf } from '#lib/network-fault.ts'
import { refuse, ok, type Result } from '#lib/result.ts'
import type { SendFailure } from './rules.ts'

/** Error codes before anything was sent: DNS, routing, refused connection, untrusted certificate. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/

type Answered = Result<{ status: number; text: string }, SendFailure>
type Options = { headers?: Record<string, string>; timeoutMs?: number }

export function postForm(url: string, fields: Record<string, string>, { headers = {}, ...rest }: Options = {}): Promise<Answered> {
  const type = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return requestOnce(url, { method: 'POST', headers: { ...headers, ...type }, body: new URLSearchParams(fields).toString(), ...rest })
}

/** Asks over a new connection: on a kept-alive one that the server has closed, every failure would be unsure. */
export async function requestOnce(
  url: string,
  { headers = {}, timeoutMs = 30_000, ...request }: Options & { method: 'GET' | 'POST'; body?: string },
): Promise<Answered> {
  try {
    const answer = await fetch(url, {
      ...request,
      headers: { ...headers, connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return ok({ status: answer.status, text: await answer.text() })
  } catch (error) {
    const reason = reasonOf(error)
    return refuse({ code: neverConnected.test(reason) ? 'temporary' : 'unsure', reason })
  }
}
