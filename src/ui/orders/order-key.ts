import { createKept } from '#ui/kit/store.ts'

const useKey = createKept<{ wish: string; key: string }>('order_key', 'drafts', { wish: '', key: '' })

/**
 * The key under which this wish is sent. The same wish keeps it, over a failed request, a login in between and a
 * reload: sent twice, it is one order. Another wish gets another.
 */
export function keyFor(wish: object): string {
  const asked = JSON.stringify(wish)
  const known = useKey.getState()
  if (known.wish === asked) return known.key
  // Not crypto.randomUUID: a browser has it only where the connection is safe.
  const key = [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(36).padStart(2, '0')).join('')
  useKey.setState({ wish: asked, key })
  return key
}

/** It has become an order: the same wish again is a new one. */
export const forgetKey = (): void => useKey.setState({ wish: '', key: '' })
