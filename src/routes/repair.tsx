import { m } from '#i18n/generated/messages.js'
import { ReportPage } from '#ui/feedback/report-page.tsx'
import { courtOptionsQuery, facilityOptionsQuery, placeQuery } from '#ui/feedback/report-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'
import { courtOf, ticketReference } from './-report-search.ts'

export const Route = createFileRoute('/repair')({
  validateSearch: (search: { court?: string | undefined; ref?: string | undefined }) => search,
  loaderDeps: ({ search }) => ({ court: courtOf(search.court) }),
  loader: async ({ context: { queryClient, api }, deps: { court } }) => {
    const [place] = await Promise.all([
      court === undefined ? null : queryClient.ensureQueryData(placeQuery(api, court)),
      queryClient.ensureQueryData(facilityOptionsQuery(api)),
    ])
    if (place) await queryClient.ensureQueryData(courtOptionsQuery(api, place.facilityId))
    return { title: m.repair_title(), description: m.repair_description(), place }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: RepairPage,
})

function RepairPage() {
  const { place } = Route.useLoaderData()
  return <ReportPage kind="repair" place={place} reference={ticketReference(Route.useSearch().ref)} />
}
