import { refuse, type Result } from '#lib/result.ts'
import type { StatusOf } from './problem.ts'

type KeyMissing = { code: 'idempotency_key_missing' }

/** For every call that makes an order: the header is missing, or its key came before with another request. */
export const keyStatus = {
  idempotency_key_missing: 422,
  idempotency_key_reused: 409,
} as const satisfies StatusOf<KeyMissing | { code: 'idempotency_key_reused' }>

/** The header Idempotency-Key, chosen by the caller: the same request sent again with it is answered as before, and done once. */
export function idempotencyKeyOf(request: Request): Result<string, KeyMissing> {
  const key = request.headers.get('idempotency-key')?.trim() ?? ''
  return key.length >= 8 && key.length <= 100 ? { ok: true, value: key } : refuse({ code: 'idempotency_key_missing' })
}
