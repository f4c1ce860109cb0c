import { PageFailure } from '#client/page-failure.ts'
import { screenAt } from '#navigation/staff-screens.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { isStaff, outageKey, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { notFound, rootRouteId } from '@tanstack/react-router'

type Entering = { context: RouterContext; location: { pathname: string } }

/**
 * Guard of the console. A screen that is not for the viewer's role does not exist: the answer is the one for an unknown path,
 * given by the root, so that nothing of the console is rendered or named in it.
 */
export function guardStaff({ context: { queryClient }, location }: Entering): void {
  const viewer = queryClient.getQueryData<Viewer>(viewerKey) ?? null
  // A session whose member cannot be loaded: the page is shown when the service is back.
  if (!viewer && queryClient.getQueryData(outageKey)) throw new PageFailure({ status: 503 })
  if (!isStaff(viewer) || !viewer?.role || !screenAt(location.pathname, viewer.role)) throw notFound({ routeId: rootRouteId })
}
