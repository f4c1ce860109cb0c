import { PageFailure } from '#client/page-failure.ts'
import { screenAt } from '#navigation/staff-screens.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { endedKey, isStaff, outageKey, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { toLocation } from './-redirect-to.ts'
import { stringifySearch } from './-search.ts'

type Entering = { context: RouterContext; location: { pathname: string; search: object } }

/**
 * Guard of the console. A screen that is not for the viewer's roles does not exist: the answer is the one for an unknown path,
 * given by the root, so that nothing of the console is rendered or named in it. Before the second factor, staff are led to it.
 */
export function guardStaff({ context: { queryClient }, location }: Entering): void {
  const viewer = queryClient.getQueryData<Viewer>(viewerKey) ?? null
  // A session whose member cannot be loaded: the page is shown when the service is back.
  if (!viewer && queryClient.getQueryData(outageKey)) throw new PageFailure({ status: 503 })
  // Somebody whose session has ended, as by a change of their roles, logs in again and comes back.
  if (!viewer && queryClient.getQueryData(endedKey)) throw redirect(toLocation(`/login?${wayBack(location)}&notice=login_to_see`))
  if (!isStaff(viewer) || !screenAt(location.pathname, viewer.roles)) throw notFound({ routeId: rootRouteId })
  if (!viewer.isProvenTwice) throw redirect(toLocation(`/login/second?${wayBack(location)}`))
}

const wayBack = ({ pathname, search }: Entering['location']) =>
  new URLSearchParams({ redirect: pathname + stringifySearch(search as Record<string, unknown>) })
