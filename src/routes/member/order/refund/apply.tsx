import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { ApplyPage } from '#ui/refunds/apply-page.tsx'
import { refundCheckQuery } from '#ui/refunds/refund-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../../-page-head.ts'
import { validate } from '../../../-validate.ts'

const isOrderNo = validate(({ search: { orderNo } }) => orderNoPattern.test(String(orderNo)))

export const Route = createFileRoute('/member/order/refund/apply')({
  validateSearch: (search: { orderNo?: string | undefined }) => search,
  beforeLoad: (asked) => isOrderNo(asked),
  loaderDeps: ({ search }) => search,
  // What cannot be given back is said on the page.
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.prefetchQuery(refundCheckQuery(api, deps.orderNo ?? ''))
    return { title: m.refund_apply_title(), description: m.refund_apply_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <ApplyPage orderNo={Route.useSearch().orderNo ?? ''} />,
})
