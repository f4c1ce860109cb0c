import type { ApiClient } from '#api-client.ts'
import { ApiProblem } from '#api-problem.ts'
import type { OrderListAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer, RefundCheckAnswer, RefundListAnswer, RefundTermsAnswer } from '#modules/refunds/wire.ts'
import { lookAgain } from '#ui/kit/look-again.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'

const refundsKey = ['refunds'] as const

export const refundTermsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...refundsKey, 'terms'], queryFn: () => api.get<RefundTermsAnswer>('/api/Refund/Terms'), staleTime: 600_000 })

/** Amounts change at midnight and when something begins: it is looked at again. */
export const refundCheckQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: [...refundsKey, 'check', orderNo],
    queryFn: () => api.post<RefundCheckAnswer>('/api/Order/Refund/Check', { orderNo }),
    staleTime: 0,
    refetchInterval: 60_000,
  })

const checkedAtMost = 20

/** Paid orders of which something can still be given back, with what it would be now. */
export const refundableQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...refundsKey, 'list', 'refundable'],
    queryFn: async (): Promise<RefundCheckAnswer[]> => {
      const body = { kind: 'venue', status: 'confirmed', page: 1, pageSize: checkedAtMost }
      const { items } = await api.post<OrderListAnswer>('/api/Order/List', body)
      const paid = items.filter((order) => order.paid > 0)
      const checks = await Promise.all(
        paid.map(({ orderNo }) => api.post<RefundCheckAnswer>('/api/Order/Refund/Check', { orderNo }, { silent: true }).catch(nothing)),
      )
      return checks.flatMap((check) => (check?.items.some(({ refund }) => refund !== null) ? [check] : []))
    },
    staleTime: 5000,
  })

/** A refusal says that nothing of the order can be given back. */
function nothing(error: unknown): undefined {
  if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) return undefined
  throw error
}

export type RefundFilter = { orderNo: string | undefined; page: number; pageSize: number }

export const refundsQuery = (api: ApiClient, filter: RefundFilter) =>
  queryOptions({
    queryKey: [...refundsKey, 'list', filter],
    queryFn: () => api.post<RefundListAnswer>('/api/Order/Refund/List', filter),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    // What is under way arrives while somebody looks.
    refetchInterval: ({ state }) => lookAgainAt(state.data?.items ?? []),
  })

/** Everything that went back of one order. */
export const refundsOfQuery = (api: ApiClient, orderNo: string) => refundsQuery(api, { orderNo, page: 1, pageSize: 100 })

/** B39. Null: there is none of this number, or it is somebody else's. */
export const refundQuery = (api: ApiClient, refundNo: string) =>
  queryOptions({
    queryKey: [...refundsKey, 'list', 'one', refundNo],
    queryFn: () =>
      api.get<RefundAnswer>(`/api/Order/Refund/${refundNo}`).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }),
    staleTime: 5000,
    refetchInterval: ({ state }) => lookAgainAt(state.data ? [state.data] : []),
  })

/** What waits for the member does not move by itself. */
const isUnderWay = ({ status, nextWays }: RefundAnswer) =>
  (status === 'requested' || status === 'approved' || status === 'processing') && nextWays.length === 0

export function lookAgainAt(refunds: readonly RefundAnswer[], now?: number): number | false {
  const moments = refunds.filter(isUnderWay).flatMap(({ steps }) => steps.flatMap(({ at }) => at ?? []))
  return lookAgain(refunds.some(isUnderWay), moments.toSorted().at(-1), now)
}

export function useRefundsChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  const ordersChanged = useOrdersChanged()
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: [...refundsKey, 'list'] }), ordersChanged()])
  }
}
