import type { Db } from '#db/connect.ts'
import { addressGroup } from '#http/client-address.ts'
import type { Log } from '#http/log.ts'
import type { Day } from '#lib/zone.ts'
import { addDemand, type DemandCount } from './demand-store.ts'
import type { DemandKind } from './rules.ts'

/** Somebody wanted to play and could not. `facilityId` 0: anywhere; `sport` empty: anything. */
export type Wish = { kind: DemandKind; facilityId: number; sport: string; day: Day; hours: readonly number[]; courts: number }

export type DemandRecorder = {
  /** Counts a wish in memory; answers at once. `address`: of the caller, undefined for a page that is rendered for everybody. */
  note(wish: Wish, address: string | undefined, now: Date): void
  /** Writes what was counted. For tests and the end of the process; otherwise it happens by itself. */
  flush(): Promise<void>
}

const hour = 3_600_000
/** A wish is counted once an hour for each address, and so many different ones at most. */
const wishesOfAddress = 60
/** Bound of the memory, whoever calls. */
const addressesAtMost = 20_000
const countsAtMost = 5000

/**
 * Refused demand is counted in memory and written every two seconds in one statement: a booking that is refused waits for
 * nothing. What was counted since is lost when the process dies. Addresses are remembered in memory only, for an hour at most,
 * so that one caller who repeats a wish counts once; nothing of a person is written.
 */
export function recordDemand({ db, log }: { db: Db; log: Log }, everyMs = 2000): DemandRecorder {
  let waiting = new Map<string, DemandCount>()
  let known = new Map<string, Set<string>>()
  let knownSince = 0
  let timer: NodeJS.Timeout | undefined

  /** Hours that this caller has not wanted yet in this hour. */
  function newHours(wish: Wish, address: string | undefined, now: Date): number[] {
    if (now.getTime() - knownSince >= hour) {
      known = new Map()
      knownSince = now.getTime()
    }
    const caller = address === undefined ? '' : addressGroup(address)
    const wishes = known.get(caller) ?? new Set()
    if (wishes.size === 0 && known.size >= addressesAtMost) return []
    const fresh = wish.hours.filter((at) => !wishes.has(keyOf(wish, at)))
    if (fresh.length === 0 || wishes.size + fresh.length > (address === undefined ? countsAtMost : wishesOfAddress)) return []
    for (const at of fresh) wishes.add(keyOf(wish, at))
    known.set(caller, wishes)
    return fresh
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counts = [...waiting.values()]
    waiting = new Map()
    if (counts.length > 0) await addDemand(db, counts)
  }

  return {
    flush,
    note(wish, address, now) {
      const hours = newHours(wish, address, now)
      if (hours.length === 0) return
      const key = `${wish.day} ${wish.facilityId} ${wish.sport} ${wish.kind}`
      let count = waiting.get(key)
      if (!count) {
        if (waiting.size >= countsAtMost) return
        const { day, facilityId, sport, kind } = wish
        waiting.set(key, (count = { day, facilityId, sport, kind, times: zeros(), courts: zeros() }))
      }
      for (const at of hours) {
        count.times[at]! += 1
        count.courts[at]! += wish.courts
      }
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'refused demand could not be written'))
      }, everyMs).unref()
    },
  }
}

const zeros = (): number[] => Array.from({ length: 24 }, () => 0)
const keyOf = ({ kind, facilityId, sport, day }: Wish, at: number): string => `${kind} ${facilityId} ${sport} ${day} ${at}`
