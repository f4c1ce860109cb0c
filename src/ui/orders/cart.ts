import { maxItems } from '#modules/orders/rules.ts'
import { createPersistedStore } from '#ui/kit/persisted-store.ts'
import { cartCookie, cartText } from './cart-cookie.ts'
import { isChosen, notStarted, periodsOf, normalizePiece, sameFloorAs, without, type CartPiece, type Place } from './cart-periods.ts'

/** Slots chosen on the grids, of any courts. They survive a reload, a login and closing the tab. */
export const useCart = createPersistedStore<{ pieces: CartPiece[] }>('cart', 'preferences', { pieces: [] })

// Mirrors the cart to the cookie by which the server renders the review.
useCart.subscribe(({ pieces }) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cartCookie}=${cartText(periodsOf(pieces))}; Path=/; Max-Age=${pieces.length > 0 ? aWeek : 0}; SameSite=Lax${secure}`
})
const aWeek = 7 * 24 * 3600

const set = (change: (pieces: CartPiece[]) => CartPiece[]) => useCart.setState(({ pieces }) => ({ pieces: change(pieces) }))

/** Adds a slot to the cart, or removes it. `full`: an order cannot have one more period. A piece: it has the floor already. */
export function togglePiece(piece: CartPiece): 'chosen' | 'given-up' | 'full' | CartPiece {
  const { pieces } = useCart.getState()
  if (isChosen(pieces, piece)) {
    dropPiece(piece)
    return 'given-up'
  }
  const taken = sameFloorAs(pieces, piece)
  if (taken) return taken
  const more = [...pieces, normalizePiece(piece)]
  if (periodsOf(more).length > maxItems) return 'full'
  set(() => more)
  return 'chosen'
}

/** Removes everything within a period. */
export const dropPiece = (place: Place): void => set((pieces) => without(pieces, place))
/** Replaces each piece by its new version; undefined removes it. */
export const renewPieces = (renew: (piece: CartPiece) => CartPiece | undefined): void =>
  set((pieces) => pieces.flatMap((piece) => renew(piece) ?? []))
export const dropStartedPieces = (now: number): void => set((pieces) => notStarted(pieces, now))
export const clearCart = (): void => set(() => [])
