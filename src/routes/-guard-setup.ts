import type { RouterContext } from '#ui/session/router-context.ts'
import { hasRole, isLoggedIn, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { setupSearch } from '#ui/staff/setup/setup-search.ts'
import { notFound, redirect, rootRouteId } from '@tanstack/react-router'

/** Guard of the setup wizard: for whoever has the setup link, and for admins who have proven themselves twice. */
export function guardSetup({ queryClient }: RouterContext, search: object): { isAdmin: boolean } {
  const viewer = queryClient.getQueryData<Viewer>(viewerKey) ?? null
  const isAdmin = isLoggedIn(viewer) && hasRole(viewer, 'admin')
  if (isAdmin && !viewer.isProvenTwice) throw redirect({ to: '/login/second', search: { redirect: '/setup' } })
  if (!isAdmin && setupSearch(search).key === undefined) throw notFound({ routeId: rootRouteId })
  return { isAdmin }
}
