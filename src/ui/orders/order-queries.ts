import type { ApiClient } from '#client/api-client.ts'
import type { OfferListAnswer } from '#modules/closures/wire.ts'
import type { OwnMoveOptions } from '#modules/orders/moving-wire.ts'
import type { AgainAnswer, CheckAnswer, OneOrderAnswer, OrderAnswer, OrderListAnswer, UpcomingAnswer } from '#modules/orders/wire.ts'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import { pollInterval } from '#ui/kit/poll-interval.ts'
import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'

export type Wish = { venue2ndId: number; start: string; end: string }

/** Review of a cart. The member is part of the key, because prices and limits depend on them. */
export const checkQuery = (api: ApiClient, items: Wish[], memberId: string | undefined) =>
  queryOptions({
    queryKey: ['check', memberId ?? 'visitor', items],
    queryFn: () => api.post<CheckAnswer>('/api/Order/Member/Check', { items }),
    enabled: items.length > 0,
    staleTime: 0,
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  })

export type OrderKind = 'venue' | 'zero' | undefined
export type OrderFilter = {
  kind: OrderKind
  status: OrderAnswer['status'] | undefined
  keyword: string | undefined
  /** Unless given: both, the newest first. */
  when?: 'coming' | 'past'
  page: number
  pageSize: number
}

/** Key prefix of everything about a member's orders: a change of one order invalidates all of it. */
export const ordersKey = ['orders'] as const

const listPage = (api: ApiClient, filter: OrderFilter) => api.post<OrderListAnswer>('/api/Order/List', filter)

/** Every page of a list as one. */
async function listWhole(api: ApiClient, filter: OrderFilter): Promise<OrderListAnswer> {
  const first = await listPage(api, filter)
  const others = Array.from({ length: Math.ceil(first.total / filter.pageSize) - 1 }, (_, n) => ({ ...filter, page: filter.page + n + 1 }))
  const pages = await Promise.all(others.map((one) => listPage(api, one)))
  return { ...first, items: [first, ...pages].flatMap(({ items }) => items) }
}

export const ordersQuery = (api: ApiClient, filter: OrderFilter) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', filter],
    queryFn: () => (filter.when === 'coming' ? listWhole(api, filter) : listPage(api, filter)),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.items ?? []),
  })

/** The lists that a page shows: what is to come whole, above the first page of what is past; when searched, one list of all. */
export function listsOf(filter: OrderFilter): { coming: OrderFilter | undefined; paged: OrderFilter } {
  if (filter.status !== undefined || filter.keyword !== undefined) return { coming: undefined, paged: filter }
  const coming = filter.page === 1 ? ({ ...filter, when: 'coming', pageSize: 100 } as const) : undefined
  return { coming, paged: { ...filter, when: 'past' } }
}

export async function loadOrders(api: ApiClient, queryClient: QueryClient, filter: OrderFilter): Promise<void> {
  const { coming, paged } = listsOf(filter)
  await Promise.all([coming, paged].map((one) => one && queryClient.ensureQueryData(ordersQuery(api, one))))
}

/** The member's newest orders, to find the one that was paid last. */
export const latestQuery = (api: ApiClient) =>
  ordersQuery(api, { kind: undefined, status: undefined, keyword: undefined, page: 1, pageSize: 20 })

/** The order with the latest payment; without any, the newest unpaid one. */
export function latestPaid(orders: readonly OrderAnswer[]): OrderAnswer | undefined {
  const paidAt = ({ paid, confirmedAt }: OrderAnswer) => (paid > 0 && confirmedAt ? Date.parse(confirmedAt) : 0)
  const [last] = orders.toSorted((a, b) => paidAt(b) - paidAt(a))
  return last && paidAt(last) > 0 ? last : orders.find(({ status, amount }) => status === 'awaiting-payment' && amount > 0)
}

export const orderQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', orderNo],
    queryFn: () => api.get<OneOrderAnswer>(`/api/Order/${encodeURIComponent(orderNo)}`),
    staleTime: 5000,
    refetchInterval: ({ state }) => pollIntervalOf(state.data ? [state.data] : []),
  })

type Standing = Pick<OrderAnswer, 'status' | 'owed' | 'createdAt'>
/** Whether a payment or a refund is under way. */
const isUnderWay = ({ status, owed }: Standing) => status === 'awaiting-payment' || owed > 0

export const pollIntervalOf = (orders: readonly Standing[], now?: number): number | false =>
  pollInterval(
    orders.some(isUnderWay),
    orders
      .flatMap((order) => (isUnderWay(order) ? order.createdAt : []))
      .toSorted()
      .at(-1),
    now,
  )

/** Count of unpaid orders only. */
export const toPayQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...ordersKey, 'to-pay'],
    queryFn: async () => (await api.post<OrderListAnswer>('/api/Order/List', { status: 'awaiting-payment', pageSize: 1 })).total,
    staleTime: 5000,
    refetchInterval: ({ state }) => (state.data ? 60_000 : false),
  })

export const upcomingQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...ordersKey, 'upcoming'], queryFn: () => api.get<UpcomingAnswer>('/api/Order/Upcoming'), staleTime: 5000 })

/** The bookings of last week, or of one order, when they come next. */
export const againQuery = (api: ApiClient, orderNo: string | undefined) =>
  queryOptions({
    queryKey: [...ordersKey, 'again', orderNo ?? ''],
    queryFn: () => api.get<AgainAnswer>('/api/Order/Again', orderNo === undefined ? {} : { query: { orderNo } }),
    staleTime: 5000,
  })

/** Where a booking may be moved to on a day. */
export const moveQuery = (api: ApiClient, itemId: string, date: string | undefined) =>
  queryOptions({
    queryKey: [...ordersKey, 'move', itemId, date ?? ''],
    queryFn: () =>
      api.get<OwnMoveOptions>(`/api/Order/Booking/${encodeURIComponent(itemId)}/Move`, date === undefined ? {} : { query: { date } }),
    staleTime: 5000,
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  })

/** Other floor that closures hold for the member. */
export const offersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...ordersKey, 'offers'],
    queryFn: () => api.get<OfferListAnswer>('/api/Order/Offer/List'),
    staleTime: 5000,
    refetchInterval: ({ state }) => (state.data?.items.length ? 30_000 : false),
  })

export type Asked = { ref: string } | { orderNo: string }

export const resultQuery = (api: ApiClient, asked: Asked) =>
  queryOptions({
    queryKey: [...ordersKey, 'result', asked],
    queryFn: () => api.get<ResultAnswer>('/api/Payment/Result', { query: asked }),
    staleTime: 1000,
  })

export function useOrdersChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ordersKey })
}
