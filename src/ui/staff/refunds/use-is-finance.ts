import { hasRole, useViewer } from '#ui/session/viewer.ts'

/** Whether the viewer may pay: batches, files and statements are for finance. */
export function useIsFinance(): boolean {
  return hasRole(useViewer(), 'admin', 'finance')
}
