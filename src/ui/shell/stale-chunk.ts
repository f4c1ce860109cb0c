import { own } from '#lib/own.ts'

/** D10: after a deployment an open page asks for chunks that are gone. */
const storageKey = 'fieldhouse_stale_chunk'
const pause = 10_000

type Reloads = Record<string, number>

/** At most once in ten seconds for each path: a chunk that is really broken must not reload for ever. */
export function mayReload(path: string, now: number, reloads: Reloads): boolean {
  const last = own(reloads, path)
  return last === undefined || now - last >= pause || now < last
}

export function isStaleChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message)
}

export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    // The router has a reload of its own, remembered under this key; two rules would reload twice.
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
    reloadOnce()
  })
  addEventListener('unhandledrejection', (event) => {
    if (isStaleChunk(event.reason)) reloadOnce()
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
