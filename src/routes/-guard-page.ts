import { isOutage } from '#client/api-problem.ts'
import { PageFailure } from '#client/page-failure.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { clearToken, readToken } from '#ui/session/session.ts'
import { tokenIn } from '#modules/logins/rules.ts'
import { standInViewer } from '#ui/session/kept-page.ts'
import { endedKey, outageKey, settingsQuery, viewerKey, viewerQuery } from '#ui/session/viewer.ts'
import { readCookie } from '#lib/cookies.ts'
import { notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { decide } from '#navigation/navigation-policy.ts'
import { redirectTo, withNotice } from './-redirect-to.ts'

/** Cookie from the redirect of `/` to the request that follows it. */
const rootRedirectCookie = 'fieldhouse_front_door'
const rootRedirectFor = (seconds: number) => `${rootRedirectCookie}=1; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly`

type Entering = {
  context: RouterContext
  location: { pathname: string; search: object; href: string }
}
/** Of what a route is given; in `Entering` its type would refer to the route tree, which refers to this function. */
type Matched = { matches: readonly { _notFound?: boolean }[] }

/** Guard of every page: loads the viewer and the settings, and redirects when the viewer may not open the page. */
export async function guardPage(entering: Entering) {
  const { context, location } = entering
  const { queryClient, api } = context
  const page = getGlobalStartContext()
  if (import.meta.env.SSR && page?.kept) queryClient.setQueryData(viewerKey, standInViewer(page.kept))
  const token = page ? tokenIn(page.request.headers.get('cookie')) : readToken()
  let viewerUnknown = false
  const onOutage = () => {
    viewerUnknown = true
    queryClient.setQueryData(outageKey, true)
  }
  const onRefused = () => {
    queryClient.setQueryData(endedKey, true)
    if (page) page.forgetToken()
    else clearToken()
  }
  const [viewer, settings] = await Promise.all([
    queryClient.ensureQueryData(viewerQuery(api, Boolean(token), { onRefused, onOutage })),
    queryClient.ensureQueryData(settingsQuery(api)).catch((error: unknown) => {
      if (isOutage(error)) onOutage()
      throw error
    }),
  ])
  // Somebody has logged in by half: nothing but the second factor is theirs yet.
  if (viewer?.owesSecondStep && location.pathname !== '/login/second')
    throw redirect({ to: '/login/second', search: { redirect: location.href } })
  const search = location.search as Record<string, string>
  const redirectedFromRoot = readCookie(page?.request.headers.get('cookie'), rootRedirectCookie) !== undefined
  const decision = decide({
    path: location.pathname,
    search,
    kind: page?.direct ? 'direct' : 'in-app',
    mode: settings.siteAccess,
    viewer: viewerUnknown || (!viewer && token && queryClient.getQueryData(outageKey)) ? 'unknown' : viewer,
    landing: page?.landing ?? false,
    redirectedFromRoot,
    isOpen: settings.isOpen,
  })
  if (redirectedFromRoot) page?.setCookie(rootRedirectFor(0))
  if ('go' in decision) {
    // Thrown as for a screen of the console that the viewer may not know of (-guard-staff.ts), so that the two documents are the same.
    if ((entering as unknown as Matched).matches.some(({ _notFound }) => _notFound)) throw notFound({ routeId: rootRouteId })
    return
  }
  // During an outage the page itself fails, instead of a redirect to the login: it is shown when the service is back.
  if ('unavailable' in decision) throw new PageFailure({ status: 503 })
  if (decision.fromRoot) page?.setCookie(rootRedirectFor(30))
  const origin = page ? new URL(page.request.url).origin : window.location.origin
  throw redirectTo(withNotice(decision.redirect, decision.message), origin)
}
