import type { Db } from '#db/connect.ts'
import { listenTo, type Listener } from '#db/notices.ts'
import type { Log } from '#http/log.ts'
import { facilitiesIn, openAnnouncer, type AnnounceChange } from './announce.ts'
import { occupancyChannel } from './store.ts'

/** `tell` is called when something has changed; `end` when the house closes. */
export type Watcher = { tell(): void; end(): void }

export type Live = {
  announceChange: AnnounceChange
  /** Returns what stops the watching. */
  watch(facilityId: number, watcher: Watcher): () => void
  watching(): number
  stop(): Promise<void>
}

type Watched = { watchers: Set<Watcher>; toldAt: number; timer: NodeJS.Timeout | undefined }

/** Everybody who is told comes back to look: the more they are, the more changes they are told at once. Never later than a second. */
const pauseFor = (watchers: number): number => Math.min(900, 200 + watchers)

/**
 * Every change of availability, made by any process on this database, told to everybody in this one who watches. It
 * begins to listen with the first watcher.
 */
export function openLive(databaseUrl: string, db: Db, log: Log): Live {
  const announcer = openAnnouncer(db, log)
  const byFacility = new Map<number, Watched>()
  let listener: Listener | undefined

  function tell(facilityId: number): void {
    const watched = byFacility.get(facilityId)
    if (!watched || watched.timer) return
    const wait = watched.toldAt + pauseFor(watched.watchers.size) - Date.now()
    watched.timer = setTimeout(
      () => {
        watched.timer = undefined
        watched.toldAt = Date.now()
        for (const watcher of watched.watchers) watcher.tell()
      },
      Math.max(0, wait),
    )
  }

  return {
    announceChange: announcer.announceChange,
    watch(facilityId, watcher) {
      listener ??= listenTo(
        databaseUrl,
        occupancyChannel,
        {
          notice: (payload) => facilitiesIn(payload).forEach(tell),
          // What happened while nobody listened is found by looking.
          listening: () => [...byFacility.keys()].forEach(tell),
        },
        log,
      )
      const watched = byFacility.get(facilityId) ?? { watchers: new Set(), toldAt: 0, timer: undefined }
      byFacility.set(facilityId, watched)
      watched.watchers.add(watcher)
      return () => {
        if (!watched.watchers.delete(watcher) || watched.watchers.size > 0) return
        clearTimeout(watched.timer)
        byFacility.delete(facilityId)
      }
    },
    watching: () => [...byFacility.values()].reduce((sum, { watchers }) => sum + watchers.size, 0),
    async stop() {
      // Whoever ends takes itself off the list, so the list is read first.
      const everybody = [...byFacility.values()].flatMap(({ watchers }) => [...watchers])
      for (const watcher of everybody) watcher.end()
      await Promise.all([listener?.stop(), announcer.stop()])
    },
  }
}
