import { m } from '#i18n/generated/messages.js'
import { refundsQuery } from '#ui/refunds/refund-queries.ts'
import { refundFilter, type RefundSearch } from '#ui/refunds/refund-search.ts'
import { RefundsPage } from '#ui/refunds/refunds-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../../-page-head.ts'

export const Route = createFileRoute('/member/order/refund/')({
  validateSearch: (search: RefundSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.ensureQueryData(refundsQuery(api, refundFilter(deps)))
    return { title: m.refund_list_title(), description: m.refund_list_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <RefundsPage search={Route.useSearch()} />,
})
