import { isoAt } from '#lib/zone.ts'

/** What was chosen and not yet ordered: one piece of one court's day. Names as they were read when it was chosen. */
export type CartPiece = {
  facilityId: number
  facility: string
  courtId: number
  court: string
  start: string
  end: string
  /** For all of it, light included, deposit not. */
  price: number
}

export type Place = Pick<CartPiece, 'courtId' | 'start' | 'end'>

/** The same moment has many spellings; in the cart it has one. */
export const spelledAlike = (piece: CartPiece): CartPiece => ({
  ...piece,
  start: isoAt(new Date(piece.start)),
  end: isoAt(new Date(piece.end)),
})

const from = ({ start }: Place) => Date.parse(start)
const until = ({ end }: Place) => Date.parse(end)

export const clash = (a: Place, b: Place): boolean => a.courtId === b.courtId && from(a) < until(b) && from(b) < until(a)

export const isChosen = (pieces: readonly CartPiece[], place: Place): boolean => pieces.some((piece) => clash(piece, place))

/** What is not taken away by choosing the same place again. */
export const without = (pieces: readonly CartPiece[], place: Place): CartPiece[] => pieces.filter((piece) => !clash(piece, place))

/** As they are ordered: pieces of one court that follow each other are one period. By time, then by court. */
export function periodsOf(pieces: readonly CartPiece[]): CartPiece[] {
  const periods: CartPiece[] = []
  for (const piece of pieces.toSorted((a, b) => a.courtId - b.courtId || from(a) - from(b))) {
    const before = periods.at(-1)
    if (before && before.courtId === piece.courtId && until(before) === from(piece)) {
      periods[periods.length - 1] = { ...before, end: piece.end, price: before.price + piece.price }
    } else periods.push(piece)
  }
  return periods.toSorted((a, b) => from(a) - from(b) || a.courtId - b.courtId)
}

export const minutesOf = (pieces: readonly CartPiece[]): number =>
  pieces.reduce((sum, piece) => sum + (until(piece) - from(piece)) / 60_000, 0)

export const priceOf = (pieces: readonly CartPiece[]): number => pieces.reduce((sum, { price }) => sum + price, 0)

/** What of it has begun cannot be ordered any more. */
export const notBegun = (pieces: readonly CartPiece[], now: number): CartPiece[] => pieces.filter((piece) => from(piece) > now)
