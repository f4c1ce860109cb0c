import type { ApiClient } from '#client/api-client.ts'
import type { ReviewAnswer, ReviewsAnswer } from '#modules/accounts/review-wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { subjectOf, type ProofsSearch } from './proofs-search.ts'

export const reviewsKey = ['staff-reviews'] as const

/** Members send proofs without anybody's action at the desk: asked again every half minute. */
export const reviewsQuery = (api: ApiClient, { open: _, ...filter }: ProofsSearch) =>
  queryOptions({
    queryKey: [...reviewsKey, 'list', filter],
    queryFn: () => api.get<ReviewsAnswer>('/api/Staff/Review/List', { query: filter, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: 30_000,
    retry: false,
  })

export const reviewQuery = (api: ApiClient, key: string) => {
  const { kind, id } = subjectOf(key)
  return queryOptions({
    queryKey: [...reviewsKey, 'one', kind, id],
    queryFn: () => api.get<ReviewAnswer>(`/api/Staff/Review/${kind}/${id}`, { silent: true }),
    staleTime: 2000,
    retry: false,
  })
}
