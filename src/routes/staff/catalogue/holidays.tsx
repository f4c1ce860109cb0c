import { m } from '#i18n/generated/messages.js'
import { HolidaysScreen } from '#ui/staff/holidays/holidays-screen.tsx'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/holidays')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(catalogueQuery(api))
    return { title: m.staff_screen_holidays() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: HolidaysScreen,
})
