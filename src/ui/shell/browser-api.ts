import { createApiClient, type ApiClient } from '#client/api-client.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { actsAsHeader } from '#lib/acts-as.ts'
import { unattendedHeader } from '#lib/unattended.ts'
import { showAlert } from '#ui/kit/show-alert.ts'
import { toast } from '#ui/kit/toast.tsx'
import { forgetViewer, reloadViewer } from '#ui/session/logout.ts'
import { contextOf, type AppRouter } from '#ui/session/router-context.ts'
import { clearToken, readToken, tellOtherTabs } from '#ui/session/session.ts'
import { isLoggedIn, viewerKey, type Viewer } from '#ui/session/viewer.ts'

/** The console marks a page that nobody has used for a while (ui/staff/shell/use-unattended-mark.ts). */
const isUnattended = () => document.documentElement.dataset['unattended'] !== undefined

const shownViewer = (router: AppRouter): Viewer => contextOf(router).queryClient.getQueryData<Viewer>(viewerKey) ?? null

/** API client of the browser. What a failure does to the page is decided here, once for all calls. */
export function browserApi(router: () => AppRouter): ApiClient {
  return createApiClient({
    base: document.documentElement.dataset['apiBase'],
    // The cookie may expire under a page that still shows a member: then a stand-in token is sent, so that the API answers 401 instead of
    // treating the member as a visitor.
    token: () => readToken() ?? (isLoggedIn(shownViewer(router())) ? 'ended' : undefined),
    headers: () => {
      const shown = shownViewer(router())?.id
      return {
        'accept-language': getLocale(),
        ...(isUnattended() ? { [unattendedHeader]: '1' } : {}),
        ...(shown ? { [actsAsHeader]: shown } : {}),
      }
    },
    log: (problem) => console.warn(`API ${problem.status} ${problem.code}`, problem.requestId ?? ''),
    effects: {
      toast: (message) => toast('error', message),
      modal: showAlert,
      logout: () => {
        clearToken()
        forgetViewer(router())
        tellOtherTabs('expired')
      },
      actsAsAnother: (title) => {
        // Calls that were refused together reload the viewer once.
        if (!shownViewer(router())) return
        toast('error', title)
        void reloadViewer(router())
      },
      owesSecondStep: () => {
        // Once: loaded anew, the viewer owes it, and every page leads to where it is shown.
        if (shownViewer(router())?.owesSecondStep === false) void reloadViewer(router())
      },
      goToLogin: () => {
        const { pathname, searchStr } = router().state.location
        if (pathname === '/login') return
        void router().navigate({ to: '/login', search: { redirect: pathname + searchStr } })
      },
    },
  })
}
