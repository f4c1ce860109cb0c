import { m } from '#i18n/generated/messages.js'
import { latestPaid, latestQuery, orderQuery, resultQuery, type Asked } from '#ui/orders/order-queries.ts'
import { showsTicket } from '#ui/orders/ticket-link.tsx'
import { ticketQuery } from '#ui/tickets/ticket-queries.ts'
import { PaymentResult } from '#ui/my-orders/payment-result.tsx'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { isOrderNumber } from '../../-order-number.ts'
import { pageHead } from '../../-page-head.ts'

type Search = { ref?: string | undefined; orderNo?: string | undefined; way?: string | undefined }

/** Cuts a reference that is too long to be one of ours; the server then refuses it like an unknown one. */
const askedBy = ({ ref, orderNo }: Search): Asked => (ref ? { ref: ref.slice(0, 200) } : { orderNo: orderNo! })

export const Route = createFileRoute('/member/order/payment-complete')({
  staticData: { task: { back: { to: '/member/order/overview', label: m.nav_bookings } } },
  validateSearch: (search: Search) => search,
  beforeLoad: (asked) => isOrderNumber(asked),
  loaderDeps: ({ search: { ref, orderNo } }) => ({ ref, orderNo }),
  loader: async ({ context: { queryClient, api }, deps }) => {
    // Without parameters: the latest payment, or the list of bookings for a member who has not paid for any.
    if (!deps.ref && !deps.orderNo) {
      const latest = latestPaid((await queryClient.fetchQuery(latestQuery(api))).items)
      throw latest
        ? redirect({ to: '/member/order/payment-complete', search: { orderNo: latest.orderNo }, replace: true })
        : redirect({ to: '/member/order/overview', replace: true })
    }
    const { orderNo } = await queryClient.fetchQuery(resultQuery(api, askedBy(deps)))
    const order = await queryClient.ensureQueryData(orderQuery(api, orderNo))
    if (showsTicket(order)) await queryClient.prefetchQuery(ticketQuery(api, orderNo))
    return { title: m.result_title(), description: m.result_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => {
    const search = Route.useSearch()
    return <PaymentResult asked={askedBy(search)} way={search.way} />
  },
})
