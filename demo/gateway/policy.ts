import { randomBytes } from 'node:crypto'
import { reply } from '#http/call.ts'
import { ownOrigins } from '../../src/modules/payments/rules.ts'

/** Content security policy: loads nothing, and sends forms only to itself and to the merchant. */
function demoPagePolicy(nonce: string, publicUrl: string): string {
  return `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self' ${ownOrigins(publicUrl).join(' ')}; base-uri 'none'; frame-ancestors 'none'`
}

/** Answers with a page of a payment service that the demo plays. */
export function demoPageReply(publicUrl: string, write: (nonce: string) => string) {
  const nonce = randomBytes(16).toString('base64')
  return reply(200, write(nonce), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': demoPagePolicy(nonce, publicUrl),
    'referrer-policy': 'no-referrer',
  })
}
