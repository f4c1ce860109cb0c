import { m } from '#i18n/generated/messages.js'
import { ApplyPage } from '#ui/refunds/apply-page.tsx'
import { ChooseOrder } from '#ui/refunds/choose-order.tsx'
import { refundableQuery, refundCheckQuery } from '#ui/refunds/refund-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { isOrderNumber } from '../../../-order-number.ts'
import { pageHead } from '../../../-page-head.ts'

export const Route = createFileRoute('/member/order/refund/apply')({
  staticData: { task: { back: { to: '/member/order/overview', label: m.nav_bookings } } },
  validateSearch: (search: { orderNo?: string | undefined }) => search,
  beforeLoad: (asked) => isOrderNumber(asked),
  loaderDeps: ({ search }) => search,
  // An order that cannot be refunded is explained on the page, so the refusal is no error here.
  loader: async ({ context: { queryClient, api }, deps }) => {
    if (deps.orderNo) await queryClient.prefetchQuery(refundCheckQuery(api, deps.orderNo))
    else await queryClient.ensureQueryData(refundableQuery(api))
    return { title: m.refund_apply_title(), description: m.refund_apply_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => {
    const { orderNo } = Route.useSearch()
    return orderNo ? <ApplyPage orderNo={orderNo} /> : <ChooseOrder />
  },
})
