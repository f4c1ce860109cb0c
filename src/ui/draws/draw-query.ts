import type { ApiClient } from '#client/api-client.ts'
import type { DrawPageAnswer, PublishedListAnswer } from '#modules/ballots/draw-page-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export type DrawAsked = { round: number; entry: number | undefined; page: number }

export const drawQuery = (api: ApiClient, { round, entry, page }: DrawAsked) =>
  queryOptions({
    queryKey: ['draw', round, entry, page],
    queryFn: () => api.get<DrawPageAnswer>(`/api/Ballot/Page/${round}`, { query: { entry, page } }),
    staleTime: 60_000,
  })

export const drawsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['draws'], queryFn: () => api.get<PublishedListAnswer>('/api/Ballot/List'), staleTime: 60_000 })
