import type { ApiClient } from '#client/api-client.ts'
import type { DoublesAnswer, MergePreviewAnswer } from '#modules/people/merge-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const doublesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['staff-doubles', id],
    queryFn: () => api.get<DoublesAnswer>(`/api/Staff/Person/${id}/Doubles`, { silent: true }),
    staleTime: 5000,
  })

export const mergePreviewKey = ['staff-merge'] as const

/** Never from the cache: what is confirmed is what is there now. */
export const mergePreviewQuery = (api: ApiClient, both: { keptId: string; doubleId: string }) =>
  queryOptions({
    queryKey: [...mergePreviewKey, both.keptId, both.doubleId],
    queryFn: () => api.post<MergePreviewAnswer>('/api/Staff/Person/Merge/Preview', both, { silent: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
