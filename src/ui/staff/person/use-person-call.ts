import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { personCardKey } from './person-queries.ts'

/** Makes a call about a person, then loads the card again; after a refusal too, because somebody else may have been faster. */
export function usePersonCall(): (path: string, body: object, done: string) => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (path, body, done) => {
    try {
      await api.post(path, body, { silent: true })
      toast('success', done)
    } finally {
      await queryClient.invalidateQueries({ queryKey: personCardKey })
    }
  }
}
