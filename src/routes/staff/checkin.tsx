import { m } from '#i18n/generated/messages.js'
import { checkInDayQuery } from '#ui/staff/checkin/checkin-query.ts'
import { checkInSearch, type CheckInSearch } from '#ui/staff/checkin/checkin-search.ts'
import { CheckInScreen } from '#ui/staff/checkin/checkin-screen.tsx'
import { withoutListHeader } from '#ui/staff/checkin/keep-page.ts'
import { createFileRoute } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/checkin')({
  validateSearch: (search: CheckInSearch) => search,
  loader: async ({ context: { queryClient, api } }) => {
    // The page that is kept for a reload without a network has no names in it.
    const isToKeep = getGlobalStartContext()?.request.headers.has(withoutListHeader)
    if (!isToKeep) await queryClient.ensureQueryData(checkInDayQuery(api))
    return { title: m.staff_screen_checkin() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <CheckInScreen facility={checkInSearch(Route.useSearch()).facility} />,
})
