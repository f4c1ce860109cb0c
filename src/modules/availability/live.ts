import type { Db } from '#db/connect.ts'
import { listenTo, type Listener } from '#db/notices.ts'
import type { Log } from '#http/log.ts'
import { facilitiesIn, openAnnouncer, type AnnounceChange } from './announce.ts'
import { occupancyChannel } from './store.ts'

/** `tell` is called on changes, `end` when the process stops. */
export type Watcher = { tell(): void; end(): void }

export type Live = {
  announceChange: AnnounceChange
  /** Returns a function that stops watching. */
  watch(facilityId: number, watcher: Watcher): () => void
  watching(): number
  stop(): Promise<void>
}

type Watched = { watchers: Set<Watcher>; toldAt: number; timer: NodeJS.Timeout | undefined }

/** Notices are throttled: the more watchers, the longer, 900 ms at most. */
const pauseFor = (watchers: number): number => Math.min(900, 200 + watchers)

/** Relays changes of availability from any process (LISTEN/NOTIFY) to this process's watchers. Listens from the first watcher on. */
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
          // Notifications may have been missed while reconnecting, so all watchers are notified to reload.
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
      // Ending a watcher removes it from the set, so iterate over a copy.
      const everybody = [...byFacility.values()].flatMap(({ watchers }) => [...watchers])
      for (const watcher of everybody) watcher.end()
      await Promise.all([listener?.stop(), announcer.stop()])
    },
  }
}
