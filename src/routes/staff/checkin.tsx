import { m } from '#i18n/generated/messages.js'
import { checkInDayQuery } from '#ui/staff/checkin/checkin-query.ts'
import { CheckInScreen } from '#ui/staff/checkin/checkin-screen.tsx'
import { withoutListHeader } from '#ui/staff/checkin/keep-page.ts'
import { createFileRoute } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/checkin')({
  validateSearch: ({ facility }: Record<string, unknown>): { facility?: string | undefined } => ({
    facility: typeof facility === 'string' ? facility : undefined,
  }),
  loader: async ({ context: { queryClient, api } }) => {
    // The page that is kept for a reload without a network has no names in it.
    const isToKeep = getGlobalStartContext()?.request.headers.has(withoutListHeader)
    if (!isToKeep) await queryClient.ensureQueryData(checkInDayQuery(api))
    return { title: m.staff_screen_checkin() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <CheckInScreen facility={Route.useSearch().facility} />,
})
