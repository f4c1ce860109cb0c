import type { Logger } from 'pino'
import { noteFailure } from '#lib/failures.ts'
import { keysIn, liveChannel, openAnnouncer, type Announcer } from './announcer.ts'
import type { Db } from './connect.ts'
import { listenTo, type Listener } from './notices.ts'

/** `tell` is called on changes with the key, `end` when the process stops or sends its watchers away. */
export type Watcher = { tell(key: string): void; end(): void }

export type Live = Pick<Announcer, 'announce'> & {
  /** Subscribes a watcher to announcements of these keys. The returned function unsubscribes it. */
  watch(keys: readonly string[], watcher: Watcher): () => void
  watching(): number
  /** Ends all watchers of this moment. */
  endAll(): void
  stop(): Promise<void>
}

type Watched = { watchers: Set<Watcher>; toldAt: number; timer: NodeJS.Timeout | undefined }

/** Notices are throttled: the more watchers, the longer, 900 ms at most. */
const pauseFor = (watchers: number): number => Math.min(900, 200 + watchers)

/**
 * Relays changes from any process (LISTEN/NOTIFY) to this process's watchers. A key names what has changed, such as a facility's
 * availability or a screen of the console; what it is now, the watcher reads. Listens from the first watcher on.
 */
export function openLive(databaseUrl: string, db: Db, log: Logger): Live {
  const announcer = openAnnouncer(db, log)
  const byKey = new Map<string, Watched>()
  const everybody = new Set<Watcher>()
  let listener: Listener | undefined

  function tell(key: string): void {
    const watched = byKey.get(key)
    if (!watched || watched.timer) return
    const wait = watched.toldAt + pauseFor(watched.watchers.size) - Date.now()
    watched.timer = setTimeout(
      () => {
        watched.timer = undefined
        watched.toldAt = Date.now()
        for (const watcher of watched.watchers) tellOne(watcher, key, log)
      },
      Math.max(0, wait),
    )
  }

  function remove(key: string, watcher: Watcher): void {
    const watched = byKey.get(key)
    if (!watched?.watchers.delete(watcher) || watched.watchers.size > 0) return
    clearTimeout(watched.timer)
    byKey.delete(key)
  }

  const endAll = () => everybody.forEach((watcher) => endOne(watcher, log))

  return {
    announce: announcer.announce,
    watch(keys, watcher) {
      listener ??= listenTo(
        databaseUrl,
        liveChannel,
        {
          notice: (payload) => keysIn(payload).forEach(tell),
          // Notifications may have been missed while reconnecting, so all watchers are notified to reload.
          listening: () => [...byKey.keys()].forEach(tell),
        },
        log,
      )
      everybody.add(watcher)
      for (const key of keys) addTo(byKey, key, watcher)
      return () => {
        everybody.delete(watcher)
        for (const key of keys) remove(key, watcher)
      }
    },
    watching: () => everybody.size,
    endAll,
    async stop() {
      endAll()
      await Promise.all([listener?.stop(), announcer.stop()])
    },
  }
}

function addTo(byKey: Map<string, Watched>, key: string, watcher: Watcher): void {
  const watched = byKey.get(key) ?? { watchers: new Set(), toldAt: 0, timer: undefined }
  byKey.set(key, watched)
  watched.watchers.add(watcher)
}

/** A watcher that throws is ended, and keeps no other from being told. */
function tellOne(watcher: Watcher, key: string, log: Logger): void {
  try {
    watcher.tell(key)
  } catch (err) {
    noteFailure(log, 'event', err, 'a watcher could not be told of a change')
    endOne(watcher, log)
  }
}

function endOne(watcher: Watcher, log: Logger): void {
  try {
    watcher.end()
  } catch (err) {
    noteFailure(log, 'event', err, 'a watcher could not be ended')
  }
}
