import { m } from '#i18n/generated/messages.js'
import { queueQuery, faultQuery } from '#ui/staff/faults/faults-queries.ts'
import { FaultsScreen } from '#ui/staff/faults/faults-screen.tsx'
import { isQueueTab, faultsView, type FaultsSearch } from '#ui/staff/faults/faults-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/tickets')({
  validateSearch: (search: FaultsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { tab, q, ticket } = faultsView(deps)
    await Promise.all([
      isQueueTab(tab) ? queryClient.ensureQueryData(queueQuery(api, tab, q)).catch(() => undefined) : undefined,
      ticket === undefined ? undefined : queryClient.ensureQueryData(faultQuery(api, ticket)).catch(() => undefined),
    ])
    return { title: m.staff_screen_tickets() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <FaultsScreen search={Route.useSearch()} />,
})
