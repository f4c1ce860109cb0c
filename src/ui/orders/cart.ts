import { maxItems } from '#modules/orders/rules.ts'
import { createKept } from '#ui/kit/store.ts'
import { cartCookie, cartText } from './cart-cookie.ts'
import { isChosen, notBegun, periodsOf, spelledAlike, without, type CartPiece, type Place } from './cart-periods.ts'

/** What was chosen on the grids: periods of several courts. It outlives a reload, a login in between, and the tab. */
export const useCart = createKept<{ pieces: CartPiece[] }>('cart', 'preferences', { pieces: [] })

// For the server, which renders the review of it.
useCart.subscribe(({ pieces }) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${cartCookie}=${cartText(periodsOf(pieces))}; Path=/; Max-Age=${pieces.length > 0 ? aWeek : 0}; SameSite=Lax${secure}`
})
const aWeek = 7 * 24 * 3600

const set = (change: (pieces: CartPiece[]) => CartPiece[]) => useCart.setState(({ pieces }) => ({ pieces: change(pieces) }))

/** Chooses it, or gives it up again. `full`: an order has no room for one more period. */
export function togglePiece(piece: CartPiece): 'chosen' | 'given-up' | 'full' {
  const { pieces } = useCart.getState()
  if (isChosen(pieces, piece)) {
    dropPiece(piece)
    return 'given-up'
  }
  const more = [...pieces, spelledAlike(piece)]
  if (periodsOf(more).length > maxItems) return 'full'
  set(() => more)
  return 'chosen'
}

/** Everything that was chosen within this period. */
export const dropPiece = (place: Place): void => set((pieces) => without(pieces, place))
/** Names and prices as they are now; who is not given stays as they are. */
export const renewPieces = (renew: (piece: CartPiece) => CartPiece | undefined): void =>
  set((pieces) => pieces.flatMap((piece) => renew(piece) ?? []))
export const dropBegunPieces = (now: number): void => set((pieces) => notBegun(pieces, now))
export const clearCart = (): void => set(() => [])
