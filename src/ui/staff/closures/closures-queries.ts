import type { ApiClient } from '#client/api-client.ts'
import type { ClosureAnswer, ClosureListAnswer, EffectAnswer, LetterAnswer, LetterBody, PlanBody } from '#modules/closures/closure-wire.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ClosuresSearch } from './closures-search.ts'

export const closuresKey = ['staff-closures'] as const

export const closuresQuery = (api: ApiClient, { view, facility, after }: ClosuresSearch) =>
  queryOptions({
    queryKey: [...closuresKey, 'list', { view, facility, after }],
    queryFn: () =>
      api.get<ClosureListAnswer>('/api/Staff/Closure/List', {
        query: { venue1stId: facility, past: String(view === 'past'), after },
        silent: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })

/** While it runs it is asked for every second too: progress must not depend on a notice that gets lost. */
export const closureQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...closuresKey, 'one', id],
    queryFn: () => api.get<ClosureAnswer>(`/api/Staff/Closure/${id}`, { silent: true }),
    staleTime: 500,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 1000 : false),
    retry: false,
  })

/** A dry run stays as it was looked at, until it is asked for again: its fingerprint says what was seen. */
export const effectQuery = (api: ApiClient, plan: PlanBody | undefined) =>
  queryOptions({
    queryKey: ['staff-closure-effect', plan],
    queryFn: () => api.post<EffectAnswer>('/api/Staff/Closure/Preview', plan!, { silent: true }),
    enabled: plan !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

export const letterQuery = (api: ApiClient, body: LetterBody | undefined) =>
  queryOptions({
    queryKey: ['staff-closure-letter', body],
    queryFn: () => api.post<LetterAnswer>('/api/Staff/Closure/Letter', body!, { silent: true }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
