import type { ApiClient } from '#client/api-client.ts'
import type { Day } from '#lib/zone.ts'
import type { AllowanceAnswer } from '#modules/orders/wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** Keyed under the member's orders, so that a change of an order invalidates it. Silent on failure: the grid works without it. */
export const allowanceQuery = (api: ApiClient, venue1stId: number, date: Day) =>
  queryOptions({
    queryKey: ['orders', 'allowance', venue1stId, date],
    queryFn: () => api.get<AllowanceAnswer>('/api/Order/Member/Allowance', { query: { venue1stId, date }, silent: true }),
    staleTime: 30_000,
  })
