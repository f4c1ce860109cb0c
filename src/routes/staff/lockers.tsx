import { m } from '#i18n/generated/messages.js'
import { lockerDeskQuery, type LockerDeskSearch } from '#ui/staff/locker-desk/locker-desk-queries.ts'
import { LockerDeskScreen } from '#ui/staff/locker-desk/locker-desk-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/lockers')({
  validateSearch: (search: LockerDeskSearch) => search,
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(lockerDeskQuery(api))
    return { title: m.staff_screen_locker_desk() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <LockerDeskScreen search={Route.useSearch()} />,
})
