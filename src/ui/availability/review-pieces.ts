import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { clash, type CartPiece } from '#ui/orders/cart-periods.ts'
import type { GridState } from './grid-model.ts'

/** `renewed`: the new version of a piece, or undefined for one that is removed. */
export type Review = { renewed: Map<CartPiece, CartPiece | undefined>; lost: { piece: CartPiece; state: GridState }[] }

/** Compares the cart with a schedule: pieces that are taken, or whose price or name has changed. */
export function reviewPieces(pieces: readonly CartPiece[], { venue1stId, venue1stName, courts }: ScheduleAnswer): Review {
  const review: Review = { renewed: new Map(), lost: [] }
  for (const piece of pieces) {
    const court = piece.facilityId === venue1stId ? courts.find(({ id }) => id === piece.courtId) : undefined
    const within = court?.periods.filter(({ start, end }) => clash(piece, { courtId: piece.courtId, start, end })) ?? []
    // A piece of another facility or day is not in this schedule.
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
