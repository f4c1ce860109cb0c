import type { WishAnswer } from '#modules/waiting/wire.ts'
import { isFacility, type WishValues } from './wish-values.ts'

type Wish = Pick<WishAnswer, 'status' | 'sport' | 'venue1stId' | 'venue1stIds' | 'venue2ndId' | 'day' | 'from' | 'to'>

/** Of a facility: by a wish for it, or for any place of its sport. */
const isThere = ({ sport, venue1stId, venue1stIds, venue2ndId }: Wish, place: string, court: string): boolean => {
  if (!isFacility(place)) return venue1stId === null && sport === place
  return venue1stIds.includes(Number(place)) && (venue2ndId === null || String(venue2ndId) === court)
}

/** The wish that waits already for what a button would ask for: the same place and day, and all of these hours. */
export function standingWish<W extends Wish>(
  wishes: readonly W[],
  { place = '', court = '', days = [], from, to }: Partial<WishValues>,
): W | undefined {
  if (place === '' || from === undefined || to === undefined) return undefined
  return wishes.find(
    (wish) =>
      (wish.status === 'open' || wish.status === 'offered') &&
      isThere(wish, place, court) &&
      days.includes(wish.day) &&
      wish.from <= from &&
      to <= wish.to,
  )
}
