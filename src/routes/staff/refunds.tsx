import { m } from '#i18n/generated/messages.js'
import { refundQueueQuery, refundStoryQuery } from '#ui/staff/refunds/refunds-queries.ts'
import { RefundsScreen } from '#ui/staff/refunds/refunds-screen.tsx'
import { refundsSearch, type RefundsSearch } from '#ui/staff/refunds/refunds-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/refunds')({
  validateSearch: (search: RefundsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { refund } = refundsSearch(deps)
    await Promise.all([
      queryClient.ensureQueryData(refundQueueQuery(api)).catch(() => undefined),
      // A refund that does not exist is said in its panel.
      refund === undefined ? undefined : queryClient.ensureQueryData(refundStoryQuery(api, refund)).catch(() => undefined),
    ])
    return { title: m.staff_screen_refunds() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <RefundsScreen search={Route.useSearch()} />,
})
