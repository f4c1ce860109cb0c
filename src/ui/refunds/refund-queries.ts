import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem, isRefusal } from '#client/api-problem.ts'
import type { OrderListAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer, RefundCheckAnswer, RefundListAnswer, RefundTermsAnswer } from '#modules/refunds/wire.ts'
import { pollInterval } from '#ui/kit/poll-interval.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'

const refundsKey = ['refunds'] as const

export const refundTermsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...refundsKey, 'terms'], queryFn: () => api.get<RefundTermsAnswer>('/api/Refund/Terms'), staleTime: 600_000 })

/** Of these items, or of all that can be refunded. Fetched on every visit and every minute: amounts change at midnight and when a period begins. */
export const refundCheckQuery = (api: ApiClient, orderNo: string, itemIds?: readonly string[]) =>
  queryOptions({
    queryKey: [...refundsKey, 'check', orderNo, itemIds?.toSorted()],
    queryFn: () => api.post<RefundCheckAnswer>('/api/Order/Refund/Check', { orderNo, itemIds }),
    staleTime: 0,
    refetchInterval: 60_000,
  })

const checkedAtMost = 20

/** Paid orders that can still be refunded, with the amount of this moment. */
export const refundableQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...refundsKey, 'list', 'refundable'],
    queryFn: async (): Promise<RefundCheckAnswer[]> => {
      const body = { status: 'confirmed', page: 1, pageSize: checkedAtMost }
      const { items } = await api.post<OrderListAnswer>('/api/Order/List', body)
      const paid = items.filter((order) => order.paid > 0 && (order.items.length > 0 || order.linesGoBack))
      const checks = await Promise.all(
        paid.map(({ orderNo }) => api.post<RefundCheckAnswer>('/api/Order/Refund/Check', { orderNo }, { silent: true }).catch(nothing)),
      )
      return checks.flatMap((check) => (check && [...check.items, ...check.lines].some(({ refund }) => refund !== null) ? [check] : []))
    },
    staleTime: 5000,
  })

/** A refusal means that nothing of the order can be refunded. */
function nothing(error: unknown): undefined {
  if (isRefusal(error)) return undefined
  throw error
}

export type RefundFilter = { orderNo: string | undefined; page: number; pageSize: number }

export const refundsQuery = (api: ApiClient, filter: RefundFilter) =>
  queryOptions({
    queryKey: [...refundsKey, 'list', filter],
    queryFn: () => api.post<RefundListAnswer>('/api/Order/Refund/List', filter),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    // Polls while a refund is under way.
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.items ?? []),
  })

/** All refunds of one order. */
export const refundsOfQuery = (api: ApiClient, orderNo: string) => refundsQuery(api, { orderNo, page: 1, pageSize: 100 })

/** Null: there is no refund with this number, or it belongs to another member. */
export const refundQuery = (api: ApiClient, refundNo: string) =>
  queryOptions({
    queryKey: [...refundsKey, 'list', 'one', refundNo],
    queryFn: () =>
      api.get<RefundAnswer>(`/api/Order/Refund/${refundNo}`).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }),
    staleTime: 5000,
    refetchInterval: ({ state }) => pollIntervalOf(state.data ? [state.data] : []),
  })

/** Whether it changes without the member: a refund that waits for the member is not polled. */
export const isUnderWay = ({ status, nextWays }: RefundAnswer) =>
  (status === 'requested' || status === 'approved' || status === 'processing') && nextWays.length === 0

export function pollIntervalOf(refunds: readonly RefundAnswer[], now?: number): number | false {
  const moments = refunds.filter(isUnderWay).flatMap(({ steps }) => steps.flatMap(({ at }) => at ?? []))
  return pollInterval(refunds.some(isUnderWay), moments.toSorted().at(-1), now)
}

export function useRefundsChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  const ordersChanged = useOrdersChanged()
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: [...refundsKey, 'list'] }), ordersChanged()])
  }
}
