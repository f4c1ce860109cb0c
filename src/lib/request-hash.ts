import { hash } from 'node:crypto'

/**
 * The hash kept beside an idempotency key: the same key with another hash is another request. `asked` holds what the caller
 * chose, in a fixed order, and nothing that differs between two tries of the same request.
 */
export const requestHash = (asked: readonly unknown[]): string => hash('sha256', JSON.stringify(asked), 'base64url')
