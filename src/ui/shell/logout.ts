import type { RouterContext } from '#router.tsx'
import { forgetDrafts } from '#ui/kit/store.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { clearToken, onNewsFromOtherTabs, tellOtherTabs } from './session.ts'
import { viewerKey, type Viewer } from './viewer.ts'

export type AppRouter = AnyRouter

export const contextOf = (router: AppRouter): RouterContext => router.options.context as RouterContext

let viewerChanged = false
/**
 * Whether somebody has logged in or out since the document was loaded. A part of the page that is hydrated only after that
 * no longer fits the server's HTML; React reports it (error 418) and renders the part anew, which is what has to happen.
 */
export const hasViewerChanged = (): boolean => viewerChanged

/** What was loaded for one member must not be seen by the next. */
function dropLoaded(router: AppRouter): QueryClient {
  const { queryClient } = contextOf(router)
  viewerChanged = true
  queryClient.clear()
  return queryClient
}

export function forgetViewer(router: AppRouter): void {
  dropLoaded(router).setQueryData(viewerKey, null)
}

/** D1: the token is gone and the user is reset, here and in every open tab. */
export async function logout(router: AppRouter): Promise<void> {
  // The request takes the token along before it is cleared; whether it arrives or not, this browser is logged out.
  contextOf(router)
    .api.post('/api/AccountMember/Logout', {}, { silent: true })
    .catch(() => undefined)
  clearToken()
  forgetDrafts()
  forgetViewer(router)
  tellOtherTabs('logged-out')
  await router.invalidate()
}

/** After a login: nothing of before is kept, this tab knows who is looking, and all others ask. */
export function adoptViewer(router: AppRouter, viewer: Viewer): void {
  dropLoaded(router).setQueryData(viewerKey, viewer)
  tellOtherTabs('logged-in')
}

/** After anything that may have changed or ended the session: this tab and all others ask again who is looking. */
export async function reloadViewer(router: AppRouter): Promise<void> {
  dropLoaded(router)
  tellOtherTabs('logged-in')
  await router.invalidate()
}

export function followOtherTabs(router: AppRouter): void {
  onNewsFromOtherTabs((news) => {
    if (news === 'logged-out') forgetViewer(router)
    else dropLoaded(router)
    void router.invalidate()
  })
}
