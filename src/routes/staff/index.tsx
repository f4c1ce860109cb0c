import { m } from '#i18n/generated/messages.js'
import { viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { StaffHome, worksAtDesk } from '#ui/staff/home/staff-home.tsx'
import { todayQuery } from '#ui/staff/home/today-query.ts'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { waitingQuery } from '#ui/staff/kit/waiting.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/')({
  loader: async ({ context: { queryClient, api } }) => {
    const roles = queryClient.getQueryData<Viewer>(viewerKey)?.roles ?? []
    // Each is shown when it is there: a failure is no reason not to show the console.
    await Promise.all([
      queryClient.prefetchQuery(waitingQuery(api)),
      worksAtDesk(roles) && queryClient.prefetchQuery(todayQuery(api)),
      (roles.includes('admin') || roles.includes('manager')) && queryClient.prefetchQuery(catalogueQuery(api)),
    ])
    return { title: m.staff_screen_home() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: StaffHome,
})
