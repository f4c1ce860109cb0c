import { m } from '#i18n/generated/messages.js'
import { ordersQuery, storyQuery } from '#ui/staff/orders/orders-queries.ts'
import { OrdersScreen } from '#ui/staff/orders/orders-screen.tsx'
import { ordersSearch, type OrdersSearch } from '#ui/staff/orders/orders-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/orders')({
  validateSearch: (search: OrdersSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const view = ordersSearch(deps)
    await Promise.all([
      // A facility that is gone leaves the list empty; an order that does not exist is said in its panel.
      queryClient.ensureQueryData(ordersQuery(api, view)).catch(() => undefined),
      view.order === undefined ? undefined : queryClient.ensureQueryData(storyQuery(api, view.order)).catch(() => undefined),
    ])
    return { title: m.staff_screen_orders() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <OrdersScreen search={Route.useSearch()} />,
})
