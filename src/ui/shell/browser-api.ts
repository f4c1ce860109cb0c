import { createApiClient, type ApiClient } from '#api-client.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { showAlert } from '#ui/kit/alert-dialog.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { forgetViewer, type AppRouter } from './logout.ts'
import { clearToken, readToken, tellOtherTabs } from './session.ts'

/** The client of an open page. What a failure does to the page is decided here, once (D8). */
export function browserApi(router: () => AppRouter): ApiClient {
  return createApiClient({
    base: document.documentElement.dataset['apiBase'],
    token: readToken,
    headers: () => ({ 'accept-language': getLocale() }),
    log: (problem) => console.warn(`API ${problem.status} ${problem.code}`, problem.requestId ?? ''),
    effects: {
      toast: (message) => toast('error', message),
      modal: showAlert,
      logout: () => {
        clearToken()
        forgetViewer(router())
        tellOtherTabs('logged-out')
      },
      goToLogin: () => {
        const { pathname, searchStr } = router().state.location
        if (pathname === '/login') return
        void router().navigate({ to: '/login', search: { redirect: pathname + searchStr } })
      },
    },
  })
}
