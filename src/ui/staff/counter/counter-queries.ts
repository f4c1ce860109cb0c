import type { ApiClient } from '#client/api-client.ts'
import type { CounterScheduleAnswer, PeopleAnswer, PersonAnswer, QuoteAnswer } from '#modules/desk/counter-wire.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { Slot } from './chosen.ts'

export const counterKey = ['staff-counter'] as const

/** Characters from which on people are looked for: two of a name, three of a mobile. */
export const leastOf = (words: string): number => (/^[\d\s+-]+$/.test(words) ? 3 : 2)

/** People by a part of their name or an end of their mobile. */
export const peopleQuery = (api: ApiClient, words: string) =>
  queryOptions({
    queryKey: [...counterKey, 'people', words],
    queryFn: words.length < leastOf(words) ? skipToken : () => api.get<PeopleAnswer>('/api/Staff/Counter/People', { query: { q: words } }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

export const personQuery = (api: ApiClient, id: string | undefined) =>
  queryOptions({
    queryKey: [...counterKey, 'person', id],
    queryFn: id === undefined ? skipToken : () => api.get<PersonAnswer>(`/api/Staff/Counter/Person/${id}`, { silent: true }),
    staleTime: 5000,
    retry: false,
  })

export const scheduleQuery = (api: ApiClient, facility: string | undefined, day: string, identityId: number | undefined) =>
  queryOptions({
    queryKey: [...counterKey, 'schedule', facility, day, identityId],
    queryFn: () => api.get<CounterScheduleAnswer>('/api/Staff/Counter/Schedule', { query: { facility, day, identityId }, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 3000,
    retry: false,
  })

export const quoteQuery = (api: ApiClient, periods: readonly Slot[], identityId: number | undefined) => {
  const items = periods.map(({ venue2ndId, start, end }) => ({ venue2ndId, start, end }))
  return queryOptions({
    queryKey: [...counterKey, 'quote', items, identityId],
    queryFn: items.length === 0 ? skipToken : () => api.post<QuoteAnswer>('/api/Staff/Counter/Quote', { items, identityId }),
    placeholderData: keepPreviousData,
    staleTime: 3000,
  })
}
