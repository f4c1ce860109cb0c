import type { Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { readClosedFloor } from '#modules/availability/closure-store.ts'
import { currentRound, type Round } from './rules.ts'
import { readRounds } from './round-store.ts'
import { floorOf, type Floor } from './season.ts'

/**
 * A copy of the rounds in this process, as of the catalogue, and of what is closed in their seasons: nobody needs it to be
 * fresh, because the statement that takes dates compares the version of the round and its window, and takes no closed date.
 */
export type Rounds = {
  all(): Promise<Round[]>
  /** By its number, or the current one. */
  find(id: number | undefined, now: Date): Promise<Round | undefined>
  /** Where and when courts are closed in the season of a round, whoever has what else. */
  closedIn(round: Round): Promise<Floor>
  /** What has been read is no longer true. */
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
        floorOf(await readClosedFloor(db, { start: momentAt(seasonFrom, 0), end: momentAt(seasonTo, wholeDay) })),
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
