import { m } from '#i18n/generated/messages.js'
import { viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { StaffHome } from '#ui/staff/home/staff-home.tsx'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/')({
  loader: async ({ context: { queryClient, api } }) => {
    const role = queryClient.getQueryData<Viewer>(viewerKey)?.role
    // Shown beside the rest when it is there: a failure is no reason not to show the console.
    if (role === 'admin' || role === 'manager') await queryClient.prefetchQuery(catalogueQuery(api))
    return { title: m.staff_screen_home() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: StaffHome,
})
