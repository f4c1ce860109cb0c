import { m } from '#i18n/generated/messages.js'
import { isLeftAtLogout } from '#navigation/navigation-policy.ts'
import { createPersistedStore, forgetDrafts, forgetStores, useIsRestored } from '#ui/kit/persisted-store.ts'
import { toast } from '#ui/kit/toast.tsx'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { contextOf, type AppRouter } from './router-context.ts'
import { clearToken, onSessionEvent, tellOtherTabs } from './session.ts'
import { viewerKey } from './viewer.ts'

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

/** The member who has last been logged in and has not logged out; still named after the session has expired. */
const useLastMember = createPersistedStore('last_member', 'preferences', { id: '' })
/** Stores of one person in localStorage: the cart, and the page to return to after a login. */
const personalStores = ['fieldhouse_cart', 'fieldhouse_target']

/** Removes what this browser keeps for one person: it must not be shown to the next. */
export function forgetPerson(): void {
  forgetDrafts()
  forgetStores(personalStores)
  useLastMember.setState({ id: '' })
}

/** A visitor's cart is taken along into their login; another member's is not. */
function keepToMember(id: string): void {
  const last = useLastMember.getState().id
  if (last === id) return
  if (last !== '') forgetPerson()
  useLastMember.setState({ id })
}

/** For logins that load a new document, such as by the plain form. */
export function useKeepToMember(id: string | undefined): void {
  const isRestored = useIsRestored()
  useEffect(() => {
    if (id && isRestored) keepToMember(id)
  }, [id, isRestored])
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
  forgetViewer(router)
  tellOtherTabs('logged-out')
  await leave(router)
}

/** After a log-out: to the login page, without the way back here, or stays on a page that everybody may see. */
async function leave(router: AppRouter): Promise<void> {
  forgetPerson()
  if (isLeftAtLogout(router.state.location.pathname))
    await router.navigate({ to: '/login', search: { notice: 'logged_out' }, replace: true })
  else toast('success', m.notice_logged_out())
  await router.invalidate()
}

/** After a login: empties the cache, sets the viewer in this tab and makes the other tabs load theirs. */
export function setViewer(router: AppRouter, viewer: MemberAnswer): void {
  keepToMember(viewer.id)
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
    if (news === 'logged-in') clearCache(router)
    else forgetViewer(router)
    void (news === 'logged-out' ? leave(router) : router.invalidate())
  })
}
