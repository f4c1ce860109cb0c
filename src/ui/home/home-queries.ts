import type { ApiClient } from '#client/api-client.ts'
import type { FreeSoonAnswer } from '#modules/venues/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const freeSoonQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['free-soon'],
    queryFn: () => api.get<FreeSoonAnswer>('/api/Venues/FreeSoon'),
    staleTime: 10_000,
  })
