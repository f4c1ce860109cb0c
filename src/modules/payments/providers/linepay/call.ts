import { createHmac, randomUUID } from 'node:crypto'
import type { Send } from '../../provider.ts'
import type { LinepaySettings } from './settings.ts'

/** Base64 HMAC-SHA256 of a request. `given`: its body, or of a GET its query without the question mark. */
export const signatureOf = (secret: string, { path, given, nonce }: { path: string; given: string; nonce: string }): string =>
  createHmac('sha256', secret).update(`${secret}${path}${given}${nonce}`).digest('base64')

/** What LINE Pay answers. Only `code` says what happened: the HTTP status is 200 for refusals as well. */
export type Answer = { code: string; message: string; info: unknown }
/** `isSent` false: there was no connection, and LINE Pay has never heard of it. */
export type Unanswered = { failed: string; isSent: boolean; status?: number }

type Request = { method: 'GET' | 'POST'; path: string; given?: string; timeoutSeconds: number }

/** Sends a signed request. Answers are not signed: they are believed because TLS says whose they are. */
export async function callLinepay(set: LinepaySettings, send: Send, request: Request): Promise<Answer | Unanswered> {
  const { method, path, given = '', timeoutSeconds } = request
  const nonce = randomUUID()
  const answer = await send({
    method,
    url: `${set.url}${path}${method === 'GET' && given !== '' ? `?${given}` : ''}`,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'X-LINE-ChannelId': set.channelId,
      'X-LINE-Authorization-Nonce': nonce,
      'X-LINE-Authorization': signatureOf(set.channelSecret, { path, given, nonce }),
    },
    ...(method === 'POST' ? { body: given } : {}),
    timeoutMs: timeoutSeconds * 1000,
  })
  if ('failed' in answer) return answer
  if (answer.status !== 200) return { failed: `http ${answer.status}`, isSent: true, status: answer.status }
  const read = readExactly(answer.text)
  const { returnCode: code, returnMessage: message } = fieldsOf(read)
  if (typeof code !== 'string') return { failed: `an answer that nobody understands: ${answer.text.slice(0, 60)}`, isSent: true }
  return { code, message: String(message ?? ''), info: fieldsOf(read)['info'] }
}

/**
 * Parses JSON in which whole numbers of 16 digits or more become texts: a transaction number of LINE Pay has 19, more than a JavaScript
 * number can hold. Undefined: it is no JSON.
 */
export function readExactly(json: string): unknown {
  const exact = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token))
  try {
    return JSON.parse(exact)
  } catch {
    return undefined
  }
}

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
