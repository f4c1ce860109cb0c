import { openReader } from './read-frames.ts'

/**
 * Keeps the check-in page for a reload without a network: the page without the day's list, and the files that it has loaded. The
 * list is the tab's own (door-store.ts). A service worker (public/checkin-worker.js) answers with them. Logging out deletes them.
 */
const cacheName = 'fieldhouse_checkin'

/** Header that asks the server for the page without the day's list. */
export const withoutListHeader = 'fieldhouse-without-list'

/** Addresses of our own files in a text. */
export const filesIn = (text: string): string[] => [...new Set(text.match(/\/assets\/[\w./-]+\.\w+/g))]

/** False where there are no service workers: in a private window of Firefox, or without https. */
const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis

export async function keepPage(path: string): Promise<void> {
  if (!canKeep()) return
  await navigator.serviceWorker.register('/checkin-worker.js', { scope: path, updateViaCache: 'none' })
  // The decoder of the camera's pictures is loaded when it is needed; without a network it could not be.
  await openReader()
  const page = await fetch(path, { headers: { [withoutListHeader]: '1' }, redirect: 'error' })
  if (!page.ok) return
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = filesIn([await page.clone().text(), ...loaded].join('\n'))
  const cache = await caches.open(cacheName)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(files.filter((file) => !known.has(file)))
  await cache.put(path, page)
  // Files of an earlier version of the page.
  for (const file of known) if (file.startsWith('/assets/') && !files.includes(file)) await cache.delete(file)
}
