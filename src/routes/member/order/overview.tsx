import { m } from '#i18n/generated/messages.js'
import { OrderDetail } from '#ui/my-orders/order-detail.tsx'
import { loadOrders, orderQuery } from '#ui/orders/order-queries.ts'
import { hasRefunds } from '#ui/my-orders/order-refunds.ts'
import { orderFilter, type OrderSearch } from '#ui/orders/order-search.ts'
import { OrdersPage } from '#ui/orders/orders-page.tsx'
import { refundsOfQuery } from '#ui/refunds/refund-queries.ts'
import { WishesPage } from '#ui/waiting/wishes-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { isOrderNumber } from '../../-order-number.ts'
import { pageHead } from '../../-page-head.ts'

const back = { to: '/member/order/overview', label: m.nav_bookings }

export const Route = createFileRoute('/member/order/overview')({
  staticData: { task: ({ orderNo, wishes }) => (orderNo ? { back } : wishes ? { back, menu: 'wide' } : undefined) },
  validateSearch: (search: OrderSearch) => search,
  beforeLoad: (asked) => isOrderNumber(asked),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    if (deps.orderNo) {
      const order = await queryClient.ensureQueryData(orderQuery(api, deps.orderNo))
      if (hasRefunds(order)) await queryClient.prefetchQuery(refundsOfQuery(api, deps.orderNo))
    } else if (deps.wishes) {
      // Imported when asked for: loaders are part of every page's first load.
      const { loadWishes } = await import('#ui/waiting/wish-queries.ts')
      return loadWishes(api, queryClient)
    } else await loadOrders(api, queryClient, orderFilter(undefined, deps))
    return {
      title: deps.orderNo ? m.orders_order({ orderNo: deps.orderNo }) : m.orders_title(),
      description: m.orders_description(),
    }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: OverviewPage,
})

function OverviewPage() {
  const search = Route.useSearch()
  if (search.orderNo) return <OrderDetail orderNo={search.orderNo} />
  if (search.wishes) return <WishesPage search={search} />
  return <OrdersPage path="/member/order/overview" kind={undefined} search={search} title={m.orders_title()} lead={m.orders_lead()} />
}
