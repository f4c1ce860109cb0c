import type { Db } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { notifyOccupancy } from './store.ts'

/** Announces that availability of these facilities has changed. Called after the commit; never waits, never fails. */
export type AnnounceChange = (facilityIds: Iterable<number>) => void

export type Announcer = { announceChange: AnnounceChange; stop(): Promise<void> }

const gatherFor = 50
const tryAgainAfter = 1000

/**
 * Batches notifications and sends them outside of booking transactions: PostgreSQL serialises the commits of
 * transactions that NOTIFY.
 */
export function openAnnouncer(db: Db, log: Log): Announcer {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let stopped = false

  const sendSoon = (after: number) => {
    timer ??= setTimeout(() => (sending = send()), after)
  }

  async function send(): Promise<void> {
    timer = undefined
    const facilityIds = [...waiting]
    waiting.clear()
    if (facilityIds.length === 0) return
    try {
      await notifyOccupancy(db, facilityIds.join(','))
    } catch (err) {
      if (stopped) return
      log.warn({ err, facilityIds }, 'a change of availability could not be announced yet')
      for (const id of facilityIds) waiting.add(id)
      sendSoon(tryAgainAfter)
    }
  }

  return {
    announceChange(facilityIds) {
      for (const id of facilityIds) waiting.add(id)
      if (waiting.size > 0 && !stopped) sendSoon(gatherFor)
    },
    /** Sends what is still queued before the connections close. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}

/** Payload of a notification: comma-separated facility ids. */
export const facilitiesIn = (payload: string): number[] => payload.split(',').map(Number).filter(Number.isInteger)
