import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { WishListAnswer, WishPriceAnswer } from '#modules/waiting/wire.ts'
import { ordersKey } from '#ui/orders/order-queries.ts'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { priceBodyOf } from './wish-values.ts'

/** The member's wishes. Read again while one waits: an offer is held for minutes. An offer is an order, so a change of orders invalidates them. */
export const wishesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...ordersKey, 'wishes'],
    queryFn: () => api.get<WishListAnswer>('/api/Wish/List'),
    staleTime: 2000,
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'open' || status === 'offered') ? 15_000 : false),
  })

/** What is asked for costs from so much to so much; asked again when the values change. The price of before keeps its place until then. */
export const wishPriceQuery = (api: ApiClient, body: ReturnType<typeof priceBodyOf>) =>
  queryOptions({
    queryKey: ['wish-price', body],
    queryFn: () => api.post<WishPriceAnswer>('/api/Wish/Price', body, { silent: true }),
    enabled: body !== undefined,
    ...(body ? { placeholderData: keepPreviousData } : {}),
    staleTime: 60_000,
  })

/** Loads the page of wishes; answers its title and description. */
export async function loadWishes(api: ApiClient, queryClient: QueryClient): Promise<{ title: string; description: string }> {
  await queryClient.ensureQueryData(wishesQuery(api))
  return { title: m.wishes_title(), description: m.wishes_description() }
}
