import { ownValue } from '#lib/own-value.ts'

/** After a deployment an open page may request a chunk that no longer exists: the page is reloaded. */
const storageKey = 'fieldhouse_stale_chunk'
const pause = 10_000

type Reloads = Record<string, number>

/** At most one reload in ten seconds for each path: a chunk that is broken for good must not cause a reload loop. */
export function mayReload(path: string, now: number, reloads: Reloads): boolean {
  const last = ownValue(reloads, path)
  return last === undefined || now - last >= pause || now < last
}

export function isStaleChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message)
}

/** Address of the file in the browser's error message; undefined where the browser does not name it. */
export const fileIn = (message: string): string | undefined => /https?:\S+|\/\S+\.(?:js|css)/.exec(message)?.[0]

/**
 * Whether the server answers. When the device is offline or the server is down, a reload would end on the browser's own error
 * page and lose everything on this one.
 */
export async function canReach(url: string, isOnline: boolean, fetch: typeof globalThis.fetch): Promise<boolean> {
  if (!isOnline) return false
  return fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/** `onOffline` is called when the file cannot be fetched for lack of a connection; the page is not reloaded then. */
export function reloadOnStaleChunk(onOffline: () => void): void {
  const handle = async (error: Error) => {
    if (await canReach(fileIn(error.message) ?? location.href, navigator.onLine, fetch)) reloadOnce()
    else onOffline()
  }
  addEventListener('vite:preloadError', (event) => {
    // The router has its own reload rule, remembered under this key: set, so that the page is not reloaded twice.
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
    void handle(event.payload)
  })
  addEventListener('unhandledrejection', (event) => {
    if (isStaleChunk(event.reason)) void handle(event.reason as Error)
  })
}

function reloadOnce(): void {
  const now = Date.now()
  const reloads = readReloads()
  if (!mayReload(location.pathname, now, reloads)) return
  const recent = Object.entries(reloads).filter(([, at]) => now - at < pause)
  sessionStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(recent), [location.pathname]: now }))
  location.reload()
}

function readReloads(): Reloads {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Reloads
  } catch {
    return {}
  }
}
