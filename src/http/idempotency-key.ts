import { refuse, type Result } from '#lib/result.ts'
import type { StatusOf } from './problem.ts'

type KeyMissing = { code: 'idempotency_key_missing' }

/** Refusals of calls that need an Idempotency-Key: it is missing, or was used before with another request. */
export const keyStatus = {
  idempotency_key_missing: 422,
  idempotency_key_reused: 409,
} as const satisfies StatusOf<KeyMissing | { code: 'idempotency_key_reused' }>

/** The Idempotency-Key header, chosen by the caller: repeating a request with the same key answers the same and does nothing twice. */
export function idempotencyKeyOf(request: Request): Result<string, KeyMissing> {
  const key = request.headers.get('idempotency-key')?.trim() ?? ''
  return key.length >= 8 && key.length <= 100 ? { ok: true, value: key } : refuse({ code: 'idempotency_key_missing' })
}
