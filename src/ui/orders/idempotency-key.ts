import { createPersistedStore } from '#ui/kit/persisted-store.ts'

const useKey = createPersistedStore<{ wish: string; key: string }>('order_key', 'drafts', { wish: '', key: '' })

/**
 * Idempotency key of an order request. The same request keeps its key across a failed call, a login and a reload, so that it
 * makes one order when it is sent twice. A different request gets a new key.
 */
export function idempotencyKeyFor(wish: object): string {
  const asked = JSON.stringify(wish)
  const known = useKey.getState()
  if (known.wish === asked) return known.key
  // Not crypto.randomUUID, which browsers have only in secure contexts.
  const key = [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(36).padStart(2, '0')).join('')
  useKey.setState({ wish: asked, key })
  return key
}

/** Called when the order is placed: the same request again is a new order. */
export const forgetIdempotencyKey = (): void => useKey.setState({ wish: '', key: '' })
