import type { Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { readClosedOccupancy } from '#modules/availability/store.ts'
import { currentRound, type Round } from './rules.ts'
import { readRounds } from './round-store.ts'
import { indexOccupancy, type OccupancyIndex } from './season.ts'

/**
 * In-process cache of the rounds and of the closures in their seasons. It may be stale: the statement that takes dates
 * compares the round's version and window, and refuses closed dates.
 */
export type Rounds = {
  all(): Promise<Round[]>
  /** By id, or the current round. */
  find(id: number | undefined, now: Date): Promise<Round | undefined>
  /** Closures in the season of a round; bookings are not in it. */
  closedIn(round: Round): Promise<OccupancyIndex>
  /** Empties the cache. */
  forget(): void
}

const lookAgainAfter = 1000
const wholeDay = 24 * 60

export function openRounds(db: Db): Rounds {
  const copies = new Map<string, { value: Promise<unknown>; readAt: number }>()
  const keep = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    let copy = copies.get(key)
    if (!copy || Date.now() - copy.readAt > lookAgainAfter) {
      copy = { value: read(), readAt: Date.now() }
      const mine = copy
      copies.set(key, mine)
      mine.value.catch(() => copies.get(key) === mine && copies.delete(key))
    }
    return copy.value as Promise<T>
  }
  const all = () => keep('rounds', () => readRounds(db))
  return {
    all,
    closedIn: ({ id, seasonFrom, seasonTo }) =>
      keep(`closed in ${id} ${seasonFrom} ${seasonTo}`, async () =>
        indexOccupancy(await readClosedOccupancy(db, { start: momentAt(seasonFrom, 0), end: momentAt(seasonTo, wholeDay) })),
      ),
    async find(id, now) {
      const rounds = await all()
      return id === undefined ? currentRound(rounds, now) : rounds.find((round) => round.id === id)
    },
    forget() {
      copies.clear()
    },
  }
}
