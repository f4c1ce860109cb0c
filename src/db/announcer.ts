import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { Db, DbOrTrx } from './connect.ts'

export type Announcer = {
  /** Never waits, never fails. To be called after the commit. */
  announce(keys: Iterable<string>): void
  stop(): Promise<void>
}

export const liveChannel = 'live'

const gatherFor = 50
const tryAgainAfter = 1000

/**
 * Batches notifications and sends them outside of the transactions that they are about: PostgreSQL serialises the commits of
 * transactions that NOTIFY.
 */
export function openAnnouncer(db: Db, log: Logger): Announcer {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let stopped = false

  const sendSoon = (after: number) => {
    timer ??= setTimeout(() => (sending = send()), after)
  }

  async function send(): Promise<void> {
    timer = undefined
    const keys = [...waiting]
    waiting.clear()
    if (keys.length === 0) return
    try {
      await notifyLive(db, keys)
    } catch (err) {
      if (stopped) return
      log.warn({ err, keys }, 'a change could not be announced yet')
      for (const key of keys) waiting.add(key)
      sendSoon(tryAgainAfter)
    }
  }

  return {
    announce(keys) {
      for (const key of keys) waiting.add(key)
      if (waiting.size > 0 && !stopped) sendSoon(gatherFor)
    },
    /** Sends the announcements that are still queued. To be called before the database's connections close. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}

/** Payload of a notification: keys, comma-separated. */
export const keysIn = (payload: string): string[] => payload.split(',')

export async function notifyLive(db: DbOrTrx, keys: string[]): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${keys.join(',')})`.execute(db)
}
