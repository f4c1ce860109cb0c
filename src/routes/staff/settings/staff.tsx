import { m } from '#i18n/generated/messages.js'
import { ColleaguesScreen } from '#ui/staff/colleagues/colleagues-screen.tsx'
import { colleaguesSearch, type ColleaguesSearch } from '#ui/staff/colleagues/colleagues-search.ts'
import { roleListQuery, staffListQuery } from '#ui/staff/colleagues/staff-query.ts'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/settings/staff')({
  validateSearch: (search: ColleaguesSearch) => search,
  loaderDeps: ({ search }) => ({ view: colleaguesSearch(search).view }),
  loader: async ({ context: { queryClient, api }, deps: { view } }) => {
    await Promise.all([
      queryClient.ensureQueryData(staffListQuery(api)),
      view === 'roles' && queryClient.ensureQueryData(roleListQuery(api)),
    ])
    return { title: m.staff_screen_staff() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: StaffSettings,
})

function StaffSettings() {
  const search = colleaguesSearch(Route.useSearch())
  const router = useRouter()
  const close = () => void router.navigate({ to: '/staff/settings/staff', search: { view: search.view }, replace: true })
  return <ColleaguesScreen {...search} onClose={close} />
}
