/**
 * Service worker of the check-in page and of no other: its scope is the path of that page. Without a network, a reload shows the
 * page from the cache that the page itself has filled (src/ui/staff/checkin/keep-page.ts). Calls of the API are not touched.
 */
const cacheName = 'fieldhouse_checkin'
/** A network that does not answer for so long counts as none. */
const answerWithin = 8000

const pagePath = new URL(self.registration.scope).pathname

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === pagePath) event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})

const keptOf = async (path) => (await caches.open(cacheName)).match(path, { ignoreVary: true })

/** The page of the server, or the kept one while the server does not answer. */
async function openPage(request) {
  const kept = await keptOf(pagePath)
  const answer = await (kept ? withinTime(fetch(request)) : fetch(request))
  if (kept && (!answer || answer.status >= 500)) return kept
  // Whoever may not open the page any more finds nothing of it here: the answer is a redirection, or that there is no such page.
  if (!answer.ok && answer.status < 500) await forget()
  return answer
}

/** Undefined when there is no answer, or none in time. */
const withinTime = (answer) => Promise.race([answer.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, answerWithin))])

/** Files have their content's hash in their name, so a kept one is never out of date. */
const openFile = async (request) => (await keptOf(new URL(request.url).pathname)) ?? fetch(request)

async function forget() {
  await caches.delete(cacheName)
  await self.registration.unregister()
}
