import type { Db } from '#db/connect.ts'
import { currentRound, type Round } from './rules.ts'
import { readRounds } from './round-store.ts'

/**
 * A copy of the rounds in this process, as of the catalogue: nobody needs it to be fresh, because the statement that
 * takes dates compares the version of the round and its window.
 */
export type Rounds = {
  all(): Promise<Round[]>
  /** By its number, or the current one. */
  find(id: number | undefined, now: Date): Promise<Round | undefined>
  /** What has been read is no longer true. */
  forget(): void
}

const lookAgainAfter = 1000

export function openRounds(db: Db): Rounds {
  let copy: { rounds: Promise<Round[]>; readAt: number } | undefined
  const all = () => {
    if (!copy || Date.now() - copy.readAt > lookAgainAfter) {
      copy = { rounds: readRounds(db), readAt: Date.now() }
      const mine = copy
      mine.rounds.catch(() => copy === mine && (copy = undefined))
    }
    return copy.rounds
  }
  return {
    all,
    async find(id, now) {
      const rounds = await all()
      return id === undefined ? currentRound(rounds, now) : rounds.find((round) => round.id === id)
    },
    forget() {
      copy = undefined
    },
  }
}
