import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { toast } from '#ui/kit/toast.tsx'
import { contextOf, type AppRouter } from '#ui/session/router-context.ts'
import { clearToken, readToken } from '#ui/session/session.ts'
import { loadViewer, outageKey, viewerKey } from '#ui/session/viewer.ts'

const firstWait = 2_000
const longestWait = 30_000

/** Exponential backoff with jitter, so that not all pages call in the moment in which the service is back. */
export const waitBefore = (tries: number, retryAfter: number | undefined, random = Math.random()): number =>
  Math.max((retryAfter ?? 0) * 1000, Math.min(firstWait * 2 ** tries, longestWait)) * (0.75 + random / 2)

/** During an outage, retries and restores the viewer without a reload of the page. */
export function waitForService(router: AppRouter): void {
  const { queryClient } = contextOf(router)
  const isOut = () => queryClient.getQueryData(outageKey) === true
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false

  const plan = (retryAfter?: number) => {
    timer ??= setTimeout(ask, waitBefore(tries++, retryAfter))
  }
  async function ask(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (asking || !isOut()) return
    asking = true
    const failure = await loadAgain(router).catch((error: unknown) => error)
    asking = false
    if (failure) plan(failure instanceof ApiProblem ? failure.retryAfter : undefined)
    else tries = 0
  }

  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === outageKey[0] && isOut()) plan()
  })
  addEventListener('online', () => void ask())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void ask())
  if (isOut()) plan()
}

/** Without a network a page that has to be loaded waits for it, while the address is already its own: a message says so. */
export function tellOffline(router: AppRouter): void {
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged && !navigator.onLine) toast('error', m.nav_offline())
  })
}

/** Loads everything again. Throws while the API does not answer. */
async function loadAgain(router: AppRouter): Promise<void> {
  const { queryClient, api } = contextOf(router)
  await api.get('/api/SystemSetting', { silent: true })
  let failed = false
  const viewer = await loadViewer(api, readToken() !== undefined, { onRefused: clearToken, onOutage: () => (failed = true) })
  if (failed) throw new Error('the viewer could not be loaded')
  queryClient.setQueryData(outageKey, false)
  // Data that was loaded for a visitor is not what the member sees.
  router.clearCache()
  queryClient.clear()
  queryClient.setQueryData(viewerKey, viewer)
  await router.invalidate()
}
