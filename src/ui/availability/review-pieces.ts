import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { clash, type CartPiece } from '#ui/orders/cart-periods.ts'
import type { GridState } from './grid-model.ts'

/** `renewed`: what changes in the cart, undefined for what leaves it. */
export type Review = { renewed: Map<CartPiece, CartPiece | undefined>; lost: { piece: CartPiece; state: GridState }[] }

/** What the schedule says about what was chosen: it is gone, or it has another price or name. */
export function reviewPieces(pieces: readonly CartPiece[], { venue1stId, venue1stName, courts }: ScheduleAnswer): Review {
  const review: Review = { renewed: new Map(), lost: [] }
  for (const piece of pieces) {
    const court = piece.facilityId === venue1stId ? courts.find(({ id }) => id === piece.courtId) : undefined
    const within = court?.periods.filter(({ start, end }) => clash(piece, { courtId: piece.courtId, start, end })) ?? []
    // Of another facility or day: nothing is known.
    if (!court || within.length === 0) continue
    const taken = within.find(({ state }) => state !== 'free')
    if (taken) {
      review.renewed.set(piece, undefined)
      review.lost.push({ piece, state: taken.state })
      continue
    }
    const now = { facility: venue1stName, court: court.name, price: within.reduce((sum, { price }) => sum + price, 0) }
    if (piece.facility !== now.facility || piece.court !== now.court || piece.price !== now.price)
      review.renewed.set(piece, { ...piece, ...now })
  }
  return review
}
