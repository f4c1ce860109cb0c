import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import type { dropPiece, togglePiece } from '#ui/orders/cart.ts'

type Cart = { togglePiece: typeof togglePiece; dropPiece: typeof dropPiece }

/** Takes a court, or gives it up; `instead`: what it takes the place of. That is kept where the other one cannot be chosen. */
export function choosePiece(piece: CartPiece, instead: readonly CartPiece[], cart: Cart): ReturnType<typeof togglePiece> {
  if (isChosen([...instead], piece)) return cart.togglePiece(piece)
  for (const one of instead) cart.dropPiece(one)
  const done = cart.togglePiece(piece)
  if (done !== 'chosen' && done !== 'given-up') for (const one of instead) cart.togglePiece(one)
  return done
}
