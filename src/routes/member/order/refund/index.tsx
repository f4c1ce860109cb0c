import { m } from '#i18n/generated/messages.js'
import { orderQuery } from '#ui/orders/order-queries.ts'
import { RefundPage } from '#ui/refunds/refund-page.tsx'
import { refundQuery, refundsQuery } from '#ui/refunds/refund-queries.ts'
import { chosenRefund, refundFilter, type RefundSearch } from '#ui/refunds/refund-search.ts'
import { RefundsPage } from '#ui/refunds/refunds-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../../-page-head.ts'

export const Route = createFileRoute('/member/order/refund/')({
  staticData: {
    task: (search) =>
      chosenRefund(search) === undefined
        ? { back: { to: '/member', label: m.nav_member }, menu: 'wide' }
        : { back: { to: '/member/order/refund', label: m.refund_all } },
  },
  validateSearch: (search: RefundSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const refundNo = chosenRefund(deps)
    const filter = refundFilter(deps)
    await (refundNo === undefined
      ? Promise.all([
          queryClient.ensureQueryData(refundsQuery(api, filter)),
          // What is owed may have no record yet. An order that cannot be read has none to wait for.
          filter.orderNo !== undefined && queryClient.prefetchQuery(orderQuery(api, filter.orderNo)),
        ])
      : queryClient.ensureQueryData(refundQuery(api, refundNo)))
    return { title: m.refund_list_title(), description: m.refund_list_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => {
    const search = Route.useSearch()
    const refundNo = chosenRefund(search)
    return refundNo === undefined ? <RefundsPage search={search} /> : <RefundPage refundNo={refundNo} />
  },
})
