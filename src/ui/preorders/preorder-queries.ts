import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import type { Day } from '#lib/zone.ts'
import type { ChosenRoundAnswer } from '#modules/preorders/season-wire.ts'
import type {
  CheckLinesAnswer,
  LineBody,
  ListAnswer,
  PreOrderCourt,
  PreOrderDetail,
  PreOrderFacility,
  PreOrderStateWire,
  RoundAnswer,
  SeasonSchedule,
} from '#modules/preorders/wire.ts'
import { learnServerTime } from '#ui/kit/server-clock.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

/** Key prefix of everything about a community's pre-orders: a change of one invalidates all of it. */
const preOrdersKey = ['preorders'] as const

/** A round, the current one unless given; null when there is none. Each answer also updates the offset of the server's clock. */
export const roundQuery = (api: ApiClient, roundId?: number) =>
  queryOptions({
    queryKey: [...preOrdersKey, 'round', roundId],
    queryFn: async (): Promise<ChosenRoundAnswer | null> => {
      const sent = Date.now()
      try {
        const round = await api.get<ChosenRoundAnswer>('/api/PreOrder/Community/Round', { query: { roundId }, silent: true })
        if (typeof window !== 'undefined') learnServerTime(round.serverTime, Date.now(), sent)
        return round
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
    staleTime: 5000,
  })

export type PreOrderFilter = { status: PreOrderStateWire | undefined; page: number; pageSize: number }
export type PreOrderList = z.infer<typeof ListAnswer>

export const preOrdersQuery = (api: ApiClient, filter: PreOrderFilter) =>
  queryOptions({
    queryKey: [...preOrdersKey, 'list', filter],
    queryFn: () => api.get<PreOrderList>('/api/PreOrder/Community/List/Order', { query: filter }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

/** The newest draft only, to continue it. */
export const draftsFilter: PreOrderFilter = { status: 'draft', page: 1, pageSize: 1 }

export const preOrderQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: [...preOrdersKey, 'one', orderNo],
    queryFn: () => api.get<PreOrderDetail>('/api/PreOrder/Community/Detail', { query: { orderNo } }),
    staleTime: 5000,
  })

export function usePreOrdersChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: preOrdersKey }), queryClient.invalidateQueries({ queryKey: ['orders'] })])
  }
}

export const seasonFacilitiesQuery = (api: ApiClient, roundId: number) =>
  queryOptions({
    queryKey: ['season', roundId, 'facilities'],
    queryFn: () => api.get<PreOrderFacility[]>('/api/PreOrder/CommunityAndUser/List/1st', { query: { roundId } }),
    staleTime: 300_000,
  })

export const seasonCourtsQuery = (api: ApiClient, roundId: number, venue1stId: number) =>
  queryOptions({
    queryKey: ['season', roundId, venue1stId, 'courts'],
    queryFn: () => api.get<PreOrderCourt[]>('/api/PreOrder/CommunityAndUser/List/2nd', { query: { roundId, venue1stId } }),
    staleTime: 300_000,
  })

export const seasonKey = (roundId: number, venue1stId: number) => ['season', roundId, venue1stId, 'grid'] as const

/** Season overview of all courts; its counts do not depend on the requested day. Silent on failure: the grid shows it. */
export const overviewQuery = (api: ApiClient, round: RoundAnswer, venue1stId: number) =>
  queryOptions({
    queryKey: [...seasonKey(round.id, venue1stId), 'overview'],
    queryFn: ({ signal }) => schedule(api, { roundId: round.id, venue1stId, from: round.seasonFrom, to: round.seasonFrom }, signal),
    staleTime: 5000,
  })

/** Season of one court, by day. */
export const courtSeasonQuery = (api: ApiClient, round: RoundAnswer, venue1stId: number, venue2ndId: number) =>
  queryOptions({
    queryKey: [...seasonKey(round.id, venue1stId), venue2ndId],
    queryFn: ({ signal }) => schedule(api, { roundId: round.id, venue2ndId, from: round.seasonFrom, to: round.seasonTo }, signal),
    staleTime: 5000,
  })

type Stretch = { roundId: number; venue1stId?: number; venue2ndId?: number; from: Day; to: Day }

const schedule = (api: ApiClient, query: Stretch, signal: AbortSignal) =>
  api.get<SeasonSchedule>('/api/PreOrder/Community/Schedule', { query, silent: true, signal })

export type Checked = { lines: LineBody[]; answer: CheckLinesAnswer }

/** The pre-order that the lines belong to, or the round of a new one. */
type Asked = { orderNo: string | undefined; roundId: number }

/** What submitting these lines would do now. The lines are returned with the answer, because the form may have changed since. */
export const linesCheckQuery = (api: ApiClient, lines: LineBody[], { orderNo, roundId }: Asked) =>
  queryOptions({
    queryKey: [...preOrdersKey, 'check', orderNo ?? roundId, lines],
    queryFn: async ({ signal }): Promise<Checked> => ({
      lines,
      answer: await api.post<CheckLinesAnswer>('/api/PreOrder/Community/Check', { lines, orderNo, roundId }, { silent: true, signal }),
    }),
    staleTime: 0,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
