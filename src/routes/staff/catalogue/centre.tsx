import { m } from '#i18n/generated/messages.js'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { CentreScreen } from '#ui/staff/centre/centre-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/centre')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(staffCentreQuery(api))
    return { title: m.staff_screen_centre() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: CentreScreen,
})
