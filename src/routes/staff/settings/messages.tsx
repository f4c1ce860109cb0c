import { m } from '#i18n/generated/messages.js'
import { messagesQuery } from '#ui/staff/messages/message-queries.ts'
import { messageFilter, type MessageSearch } from '#ui/staff/messages/message-search.ts'
import { MessagesScreen } from '#ui/staff/messages/messages-screen.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/settings/messages')({
  validateSearch: (search: MessageSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.ensureQueryData(messagesQuery(api, messageFilter(deps)))
    return { title: m.staff_screen_messages() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <MessagesScreen search={Route.useSearch()} />,
})
