import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { staffListQuery } from './staff-query.ts'

/** Makes a call about staff, then loads the list again; after a refusal too, because somebody else may have been faster. */
export function useStaffCall(): (path: string, body: object, done: string) => Promise<void> {
  const api = useApi()
  const queries = useQueryClient()
  return async (path, body, done) => {
    try {
      await api.post(path, body)
      toast('success', done)
    } finally {
      await queries.invalidateQueries({ queryKey: staffListQuery(api).queryKey })
    }
  }
}
