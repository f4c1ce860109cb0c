import { m } from '#i18n/generated/messages.js'
import { LockerPage } from '#ui/lockers/locker-page.tsx'
import { mineQuery, planQuery } from '#ui/lockers/locker-queries.ts'
import type { LockerSearch } from '#ui/lockers/locker-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/member/order/locker')({
  staticData: { task: { back: { to: '/member', label: m.nav_member }, menu: 'wide' } },
  validateSearch: (search: LockerSearch) => search,
  loader: async ({ context: { queryClient, api } }) => {
    await Promise.all([queryClient.ensureQueryData(planQuery(api)), queryClient.ensureQueryData(mineQuery(api))])
    return { title: m.locker_title(), description: m.locker_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <LockerPage search={Route.useSearch()} />,
})
