import type { ApiClient } from '#api-client.ts'
import type { Day } from '#lib/zone.ts'
import type { AllowanceAnswer } from '#modules/orders/wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** Under the key of the member's orders: what changes an order changes it. Silent, because the grid does without it. */
export const allowanceQuery = (api: ApiClient, venue1stId: number, date: Day) =>
  queryOptions({
    queryKey: ['orders', 'allowance', venue1stId, date],
    queryFn: () => api.get<AllowanceAnswer>('/api/Order/Member/Allowance', { query: { venue1stId, date }, silent: true }),
    staleTime: 30_000,
  })
