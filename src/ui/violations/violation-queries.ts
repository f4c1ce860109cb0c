import type { ApiClient } from '#client/api-client.ts'
import type { ViolationListAnswer } from '#modules/violations/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const violationsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['violations'], queryFn: () => api.get<ViolationListAnswer>('/api/Violation/List'), staleTime: 5000 })
