import { ownOrigins } from '../../src/modules/payments/rules.ts'

/** Content security policy: loads nothing, and sends forms only to itself and to the merchant. */
export function demoPagePolicy(nonce: string, publicUrl: string): string {
  return `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self' ${ownOrigins(publicUrl).join(' ')}; base-uri 'none'; frame-ancestors 'none'`
}
