import type { RouterContext } from '#router.tsx'
import type { AnyRouter } from '@tanstack/react-router'
import { clearToken, onNewsFromOtherTabs, tellOtherTabs } from './session.ts'
import { viewerKey } from './viewer.ts'

export type AppRouter = AnyRouter

export const contextOf = (router: AppRouter): RouterContext => router.options.context as RouterContext

/** What was loaded for one member must not be seen by the next. */
export function forgetViewer(router: AppRouter): void {
  const { queryClient } = contextOf(router)
  queryClient.clear()
  queryClient.setQueryData(viewerKey, null)
}

/** D1: the token is gone and the user is reset, here and in every open tab. */
export async function logout(router: AppRouter): Promise<void> {
  clearToken()
  forgetViewer(router)
  tellOtherTabs('logged-out')
  await router.invalidate()
}

/** After a login: this tab and all others ask again who is looking. */
export async function reloadViewer(router: AppRouter): Promise<void> {
  contextOf(router).queryClient.clear()
  tellOtherTabs('logged-in')
  await router.invalidate()
}

export function followOtherTabs(router: AppRouter): void {
  onNewsFromOtherTabs((news) => {
    if (news === 'logged-out') forgetViewer(router)
    else contextOf(router).queryClient.clear()
    void router.invalidate()
  })
}
