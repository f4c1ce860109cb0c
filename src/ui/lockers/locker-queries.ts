import type { ApiClient } from '#client/api-client.ts'
import type { MineAnswer, PlanAnswer } from '#modules/lockers/wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** Keyed under the orders: a change of an order, such as a payment, invalidates it. */
const lockersKey = ['orders', 'lockers'] as const

export const planQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...lockersKey, 'plan'],
    queryFn: () => api.get<PlanAnswer>('/api/Locker/Plan'),
    staleTime: 2000,
    refetchInterval: 20_000,
  })

export const mineQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...lockersKey, 'mine'], queryFn: () => api.get<MineAnswer>('/api/Locker/Mine'), staleTime: 2000 })
