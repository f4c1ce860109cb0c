import { useViewer } from '#ui/session/viewer.ts'

/** Whether the viewer may pay: batches, files and statements are for finance. */
export function useIsFinance(): boolean {
  const role = useViewer()?.role
  return role === 'admin' || role === 'finance'
}
