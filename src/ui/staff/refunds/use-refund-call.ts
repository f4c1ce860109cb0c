import { useApi } from '#ui/session/use-api.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { refundsKey } from './refunds-queries.ts'

/** Makes a call about refunds, then reads the lists again; after a refusal too, because somebody else may have been faster. */
export function useRefundCall(): <T>(path: string, body?: object) => Promise<T> {
  const api = useApi()
  const queries = useQueryClient()
  return async <T>(path: string, body: object = {}) => {
    try {
      return await api.post<T>(path, body, { silent: true })
    } finally {
      await Promise.all([queries.invalidateQueries({ queryKey: refundsKey }), queries.invalidateQueries({ queryKey: waitingKey })])
    }
  }
}
