import type { ApiClient } from '#client/api-client.ts'
import type { SecondFactorsAnswer } from '#modules/logins/second-factor-wire.ts'
import type { LoginWaysAnswer } from '#modules/logins/wire.ts'
import { queryOptions } from '@tanstack/react-query'

export const secondFactorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['second-factors'],
    queryFn: () => api.get<SecondFactorsAnswer>('/api/AccountMember/SecondFactor'),
    // What must be confirmed first depends on the minute.
    staleTime: 0,
  })

export const loginWaysQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['login-ways'], queryFn: () => api.get<LoginWaysAnswer>('/api/AccountMember/LoginWay/List') })
