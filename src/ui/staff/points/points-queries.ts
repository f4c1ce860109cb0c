import type { ApiClient } from '#client/api-client.ts'
import type { AppealQueueAnswer, EvidenceAnswer, PointListAnswer, SuspensionListAnswer } from '#modules/violations/office-wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pointFilters, type PointsSearch } from './points-search.ts'

export const pointsKey = ['staff-points'] as const
const options = { staleTime: 2000, refetchInterval: 60_000, retry: false } as const

export const appealsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...pointsKey, 'appeals'],
    queryFn: () => api.get<AppealQueueAnswer>('/api/Staff/Point/Appeals', { silent: true }),
    ...options,
  })

export const evidenceQuery = (api: ApiClient, pointId: string) =>
  queryOptions({
    queryKey: [...pointsKey, 'evidence', pointId],
    queryFn: () => api.get<EvidenceAnswer>(`/api/Staff/Point/Evidence/${pointId}`, { silent: true }),
    ...options,
  })

export const pointListQuery = (api: ApiClient, search: PointsSearch) => {
  const { state: _, ...query } = { ...pointFilters(search), ...(search.after && { after: search.after }) }
  return queryOptions({
    queryKey: [...pointsKey, 'list', query],
    queryFn: () => api.get<PointListAnswer>('/api/Staff/Point/List', { query, silent: true }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

export const suspensionsQuery = (api: ApiClient, { state, q, after }: PointsSearch) => {
  const query = { ...(state && { state }), ...(q && { q }), ...(after && { after }) }
  return queryOptions({
    queryKey: [...pointsKey, 'suspensions', query],
    queryFn: () => api.get<SuspensionListAnswer>('/api/Staff/Point/Suspensions', { query, silent: true }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

/** Calls about points. */
export const usePointCall = () => useStaffCall([pointsKey, waitingKey])
