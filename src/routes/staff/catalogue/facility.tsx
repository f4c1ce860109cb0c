import { m } from '#i18n/generated/messages.js'
import { FacilityScreen, type FacilitySearch } from '#ui/staff/catalogue/facility-screen.tsx'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/facility')({
  validateSearch: (search: FacilitySearch) => search,
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(catalogueQuery(api))
    return { title: m.staff_screen_facility() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: FacilityPage,
})

function FacilityPage() {
  const search = Route.useSearch()
  // What is typed on one facility's screen is no part of another's.
  return <FacilityScreen key={search.code} {...search} />
}
