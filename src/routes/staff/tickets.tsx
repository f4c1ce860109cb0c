import { m } from '#i18n/generated/messages.js'
import { queueQuery, ticketQuery } from '#ui/staff/tickets/tickets-queries.ts'
import { TicketsScreen } from '#ui/staff/tickets/tickets-screen.tsx'
import { isQueueTab, ticketsView, type TicketsSearch } from '#ui/staff/tickets/tickets-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/tickets')({
  validateSearch: (search: TicketsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { tab, q, ticket } = ticketsView(deps)
    await Promise.all([
      isQueueTab(tab) ? queryClient.ensureQueryData(queueQuery(api, tab, q)).catch(() => undefined) : undefined,
      ticket === undefined ? undefined : queryClient.ensureQueryData(ticketQuery(api, ticket)).catch(() => undefined),
    ])
    return { title: m.staff_screen_tickets() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <TicketsScreen search={Route.useSearch()} />,
})
