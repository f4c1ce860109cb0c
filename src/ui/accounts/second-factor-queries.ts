import type { ApiClient } from '#client/api-client.ts'
import type { SecondFactorsAnswer } from '#modules/logins/second-factor-wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const secondFactorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['second-factors'],
    queryFn: () => api.get<SecondFactorsAnswer>('/api/AccountMember/SecondFactor'),
    // What must be confirmed first depends on the minute.
    staleTime: 0,
  })
