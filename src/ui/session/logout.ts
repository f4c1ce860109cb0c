import { forgetDrafts } from '#ui/kit/persisted-store.ts'
import type { QueryClient } from '@tanstack/react-query'
import { contextOf, type AppRouter } from './router-context.ts'
import { clearToken, onSessionEvent, tellOtherTabs } from './session.ts'
import { viewerKey, type Viewer } from './viewer.ts'

let viewerChanged = false
/**
 * Whether the viewer has changed since the document was loaded. A part of the page that is hydrated after that differs from the
 * server's HTML; React reports it (error 418) and renders the part anew, as it should.
 */
export const hasViewerChanged = (): boolean => viewerChanged

/** Empties the caches of router and queries: data of one member must not be shown to the next. */
function clearCache(router: AppRouter): QueryClient {
  const { queryClient } = contextOf(router)
  viewerChanged = true
  // The router's cache first: that aborts pages being preloaded. Otherwise clearing the queries would fail them, and they would be kept as failed.
  router.clearCache()
  queryClient.clear()
  // The check-in page, kept for the time without a network (ui/staff/checkin/keep-page.ts).
  void globalThis.caches?.delete('fieldhouse_checkin')
  return queryClient
}

/**
 * Ends the session in this tab. When several calls are refused at once, only the first refusal does anything: what is being
 * loaded after it is a visitor's, and cancelling that would show an error instead of the login.
 */
export function forgetViewer(router: AppRouter): void {
  if (contextOf(router).queryClient.getQueryData(viewerKey) === null) return
  clearCache(router).setQueryData(viewerKey, null)
  // The worker of the check-in page, which would forget itself only when that page is opened again.
  void globalThis.navigator?.serviceWorker?.getRegistrations().then((all) => all.map((one) => one.unregister()))
}

/** Ends the session in this tab and in every other open tab. */
export async function logout(router: AppRouter): Promise<void> {
  // The call is sent with the token before it is cleared; this browser is logged out even if it fails.
  contextOf(router)
    .api.post('/api/AccountMember/Logout', {}, { silent: true })
    .catch(() => undefined)
  clearToken()
  forgetDrafts()
  forgetViewer(router)
  tellOtherTabs('logged-out')
  await router.invalidate()
}

/** After a login: empties the cache, sets the viewer in this tab and makes the other tabs load theirs. */
export function setViewer(router: AppRouter, viewer: Viewer): void {
  clearCache(router).setQueryData(viewerKey, viewer)
  tellOtherTabs('logged-in')
}

/** After a change that may have changed or ended the session: this tab and all others load the viewer again. */
export async function reloadViewer(router: AppRouter): Promise<void> {
  clearCache(router)
  tellOtherTabs('logged-in')
  await router.invalidate()
}

export function followOtherTabs(router: AppRouter): void {
  onSessionEvent((news) => {
    if (news === 'logged-out') forgetViewer(router)
    else clearCache(router)
    void router.invalidate()
  })
}
