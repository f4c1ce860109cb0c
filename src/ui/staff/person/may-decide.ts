import { hasRole, type Viewer } from '#ui/session/viewer.ts'

/** Points, suspensions and sessions are for managers, and nobody decides about themselves. */
export const mayDecide = (viewer: Viewer, personId: string): boolean =>
  viewer !== null && viewer.id !== personId && hasRole(viewer, 'admin', 'manager')
