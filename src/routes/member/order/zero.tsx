import { m } from '#i18n/generated/messages.js'
import { loadOrders } from '#ui/orders/order-queries.ts'
import { orderFilter, type OrderSearch } from '#ui/orders/order-search.ts'
import { OrdersPage } from '#ui/orders/orders-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/member/order/zero')({
  validateSearch: (search: OrderSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await loadOrders(api, queryClient, orderFilter('zero', deps))
    return { title: m.orders_zero_title(), description: m.orders_zero_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: OrdersOfKind,
})

function OrdersOfKind() {
  return (
    <OrdersPage
      path="/member/order/zero"
      kind="zero"
      search={Route.useSearch()}
      title={m.orders_zero_title()}
      lead={m.orders_zero_lead()}
    />
  )
}
