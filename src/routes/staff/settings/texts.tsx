import { m } from '#i18n/generated/messages.js'
import { staffCentreQuery } from '#ui/centre/centre-query.ts'
import { TextsScreen } from '#ui/staff/centre/texts-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/settings/texts')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(staffCentreQuery(api))
    return { title: m.staff_screen_texts() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: TextsScreen,
})
