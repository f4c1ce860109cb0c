import type { ApiClient } from '#client/api-client.ts'
import type { PersonCardAnswer, PersonSearchAnswer } from '#modules/people/wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'

export const personSearchKey = ['staff-person-search'] as const
export const personCardKey = ['staff-person'] as const

export const personSearchQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: [...personSearchKey, q],
    queryFn:
      q === ''
        ? skipToken
        : ({ signal }) => api.get<PersonSearchAnswer>('/api/Staff/Person/Search', { query: { q }, signal, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

export const personCardQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...personCardKey, id],
    queryFn: () => api.get<PersonCardAnswer>(`/api/Staff/Person/${id}`, { silent: true }),
    staleTime: 5000,
    retry: false,
  })

/** Calls about a person. */
export const usePersonCall = () => useStaffCall([personCardKey])
