import { m } from '#i18n/generated/messages.js'
import { FacilityList, type ListSearch } from '#ui/staff/catalogue/facility-list.tsx'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/')({
  validateSearch: (search: ListSearch) => search,
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(catalogueQuery(api))
    return { title: m.staff_screen_facilities() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <FacilityList {...Route.useSearch()} />,
})
