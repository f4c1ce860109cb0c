import type { ApiClient } from '#client/api-client.ts'
import type { FairnessAnswer, StaffBallotAnswer } from '#modules/ballots/staff-wire.ts'
import type { NewRoundAnswer, SeasonAnswer } from '#modules/preorders/season-wire.ts'
import type { StaffRounds } from '#modules/preorders/staff-wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export const roundsKey = ['staff-rounds'] as const

export const roundsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...roundsKey, 'list'],
    queryFn: () => api.get<StaffRounds>('/api/Staff/Round/List', { silent: true }),
    staleTime: 2000,
    retry: false,
  })

/** Clubs send and cancel without anybody's action at the desk: asked again every half minute. */
export const seasonQuery = (api: ApiClient, round: string) =>
  queryOptions({
    queryKey: [...roundsKey, 'season', round],
    queryFn: () => api.get<SeasonAnswer>(`/api/Staff/Season/${round}`, { silent: true }),
    staleTime: 2000,
    refetchInterval: 30_000,
    retry: false,
  })

/** What a round can be made of in a season. */
export const newRoundQuery = (api: ApiClient, season: { seasonFrom: string; seasonTo: string }) =>
  queryOptions({
    queryKey: [...roundsKey, 'new', season],
    queryFn: () => {
      const query = Object.fromEntries(Object.entries(season).filter(([, value]) => value))
      return api.get<NewRoundAnswer>('/api/Staff/Round/New', { query, silent: true })
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })

/** The draw of a round: clubs enter, and the job freezes and draws, without anybody's action at the desk. */
export const staffBallotQuery = (api: ApiClient, round: number) =>
  queryOptions({
    queryKey: [...roundsKey, 'ballot', round],
    queryFn: () => api.get<StaffBallotAnswer>(`/api/Staff/Ballot/${round}`, { silent: true }),
    staleTime: 2000,
    refetchInterval: 15_000,
    retry: false,
  })

/** How the floor of a round went, hall by hall. */
export const staffFairnessQuery = (api: ApiClient, round: number) =>
  queryOptions({
    queryKey: [...roundsKey, 'fairness', round],
    queryFn: () => api.get<FairnessAnswer>(`/api/Staff/Season/${round}/Fairness`, { silent: true }),
    staleTime: 10_000,
    retry: false,
  })
