import type { ApiClient } from '#client/api-client.ts'
import type { FacilityAnswer, FacilityListAnswer, SearchAnswer } from '#modules/venues/wire.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Wish } from './venue-search.ts'

/** All facilities, loaded once: filtering then needs no call. */
export const facilitiesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['facilities'],
    queryFn: () => api.post<FacilityListAnswer>('/api/Venues/1st/List/Client', { pageSize: 100 }),
    staleTime: 60_000,
  })

export const facilityQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['facility', id],
    queryFn: () => api.get<FacilityAnswer>('/api/Venues/1st/Detail', { query: { id } }),
    staleTime: 60_000,
  })

/** Cached for two seconds only: a search has to show the present state. */
export const freeQuery = (api: ApiClient, wish: Wish) =>
  queryOptions({
    queryKey: ['free', wish],
    queryFn: () => api.post<SearchAnswer>('/api/Venues/Search', wish),
    staleTime: 2_000,
  })
