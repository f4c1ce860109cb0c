import type { ApiClient } from '#client/api-client.ts'
import type { FacilityAnswer, FacilityListAnswer, TimesAnswer } from '#modules/venues/wire.ts'
import { queryOptions } from '@tanstack/react-query'
import type { TimesWish } from './venue-search.ts'

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

/** The next free times of each facility. */
export const nextTimesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['times', 'next'],
    queryFn: () => api.post<TimesAnswer>('/api/Venues/Times', { most: 3 }),
    staleTime: 10_000,
  })

/** Every time of a facility at which a court is free for so long, on all days that can be booked. */
export const weekQuery = (api: ApiClient, facilityId: number, minutes: number) =>
  queryOptions({
    queryKey: ['times', 'week', facilityId, minutes],
    queryFn: () => api.post<TimesAnswer>('/api/Venues/Times', { date: 'any', venue1stId: facilityId, minutes }),
    staleTime: 10_000,
    refetchInterval: 60_000,
  })

/** Times of each facility when every day is asked for: the page of the facility has all of them. */
const mostOfWeek = 40

/** Cached for two seconds only: a search has to show the present state. */
export const timesQuery = (api: ApiClient, wish: TimesWish) =>
  queryOptions({
    queryKey: ['times', wish],
    queryFn: () => api.post<TimesAnswer>('/api/Venues/Times', { ...wish, ...(wish.date === 'any' ? { most: mostOfWeek } : {}) }),
    staleTime: 2_000,
  })
