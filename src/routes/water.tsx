import { m } from '#i18n/generated/messages.js'
import { ReportPage } from '#ui/feedback/report-page.tsx'
import { facilityOptionsQuery } from '#ui/feedback/report-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'
import { ticketReference } from './-report-search.ts'

export const Route = createFileRoute('/water')({
  validateSearch: (search: { ref?: string | undefined }) => search,
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(facilityOptionsQuery(api))
    return { title: m.water_title(), description: m.water_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <ReportPage kind="water" place={null} reference={ticketReference(Route.useSearch().ref)} />,
})
