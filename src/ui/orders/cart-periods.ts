import { isoAt } from '#lib/zone.ts'

/** A chosen slot that is not ordered yet. Names are those of the moment of choosing. */
export type CartPiece = {
  facilityId: number
  facility: string
  courtId: number
  court: string
  start: string
  end: string
  /** Price of the whole slot, with light, without deposit. */
  price: number
  /** Courts on the same floor. */
  sharesWith?: readonly number[] | undefined
}

export type Place = Pick<CartPiece, 'courtId' | 'start' | 'end'>

/** Normalizes the timestamps, so that equal moments are equal strings. */
export const normalizePiece = (piece: CartPiece): CartPiece => ({
  ...piece,
  start: isoAt(new Date(piece.start)),
  end: isoAt(new Date(piece.end)),
})

const from = ({ start }: Place) => Date.parse(start)
const until = ({ end }: Place) => Date.parse(end)

const overlap = (a: Place, b: Place): boolean => from(a) < until(b) && from(b) < until(a)

export const clash = (a: Place, b: Place): boolean => a.courtId === b.courtId && overlap(a, b)

/** What is chosen of the same floor at the same time: half of a whole court, or the whole of a half. */
export const sameFloorAs = (pieces: readonly CartPiece[], piece: CartPiece): CartPiece | undefined =>
  pieces.find((one) => overlap(one, piece) && (one.sharesWith?.includes(piece.courtId) || piece.sharesWith?.includes(one.courtId)))

export const isChosen = (pieces: readonly CartPiece[], place: Place): boolean => pieces.some((piece) => clash(piece, place))

/** The pieces that do not overlap a place. */
export const without = (pieces: readonly CartPiece[], place: Place): CartPiece[] => pieces.filter((piece) => !clash(piece, place))

/** Periods to order: adjacent pieces of one court are merged. Sorted by time, then by court. */
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

/** Pieces that have not begun: others can no longer be ordered. */
export const notStarted = (pieces: readonly CartPiece[], now: number): CartPiece[] => pieces.filter((piece) => from(piece) > now)
