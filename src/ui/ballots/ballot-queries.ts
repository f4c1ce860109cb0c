import type { ApiClient } from '#client/api-client.ts'
import type { BallotsAnswer, OwnBallotAnswer } from '#modules/ballots/wish-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const ballotsKey = ['ballots'] as const

/** Ballots that the club may see, with its own part in them. */
export const ballotsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...ballotsKey, 'list'],
    queryFn: () => api.get<BallotsAnswer>('/api/Ballot/Community/List', { silent: true }),
    staleTime: 5000,
  })

/** One ballot; how many want each hour changes while others decide. */
export const ownBallotQuery = (api: ApiClient, roundId: number) =>
  queryOptions({
    queryKey: [...ballotsKey, 'one', roundId],
    queryFn: () => api.get<OwnBallotAnswer>('/api/Ballot/Community/Entry', { query: { roundId } }),
    staleTime: 5000,
    refetchInterval: 30_000,
  })
