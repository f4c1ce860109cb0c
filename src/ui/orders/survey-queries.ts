import type { ApiClient } from '#client/api-client.ts'
import type { RatableAnswer } from '#modules/feedback/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const ratableKey = ['ratable'] as const

export const ratableQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ratableKey, queryFn: () => api.get<RatableAnswer>('/api/Star/List'), staleTime: 5000 })
