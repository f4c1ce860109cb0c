import { m } from '#i18n/generated/messages.js'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { LockersScreen } from '#ui/staff/lockers/lockers-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/lockers')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(catalogueQuery(api))
    return { title: m.staff_screen_lockers() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: LockersScreen,
})
