import { m } from '#i18n/generated/messages.js'
import { loadOrders } from '#ui/orders/order-queries.ts'
import { orderFilter, type OrderSearch } from '#ui/orders/order-search.ts'
import { OrdersPage } from '#ui/orders/orders-page.tsx'
import { CalendarFeed } from '#ui/tickets/calendar-feed.tsx'
import { feedQuery } from '#ui/tickets/ticket-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/member/order/venue')({
  validateSearch: (search: OrderSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([loadOrders(api, queryClient, orderFilter('venue', deps)), queryClient.ensureQueryData(feedQuery(api))])
    return { title: m.orders_venue_title(), description: m.orders_venue_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: OrdersOfKind,
})

function OrdersOfKind() {
  return (
    <OrdersPage
      path="/member/order/venue"
      kind="venue"
      search={Route.useSearch()}
      title={m.orders_venue_title()}
      lead={m.orders_venue_lead()}
      calendar
    >
      <CalendarFeed />
    </OrdersPage>
  )
}
