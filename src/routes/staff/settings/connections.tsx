import { m } from '#i18n/generated/messages.js'
import { ConnectionsScreen } from '#ui/staff/connections/connections-screen.tsx'
import { connectionsQuery } from '#ui/staff/kit/connection-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/settings/connections')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(connectionsQuery(api))
    return { title: m.staff_screen_connections() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: ConnectionsScreen,
})
