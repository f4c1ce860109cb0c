import { m } from '#i18n/generated/messages.js'
import { tillsQuery } from '#ui/staff/kit/till-query.ts'
import { TillScreen } from '#ui/staff/till/till-screen.tsx'
import { tillIn, tillQuery, type TillSearch } from '#ui/staff/till/till-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/till')({
  validateSearch: (search: TillSearch) => search,
  loader: async ({ context: { queryClient, api }, location }) => {
    const { open } = await queryClient.ensureQueryData(tillsQuery(api))
    const shown = tillIn(location.search as TillSearch) ?? open[0]?.id
    // A till that does not exist leaves the page as if none were asked for.
    if (shown !== undefined) await queryClient.ensureQueryData(tillQuery(api, shown)).catch(() => undefined)
    return { title: m.staff_screen_till() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <TillScreen search={Route.useSearch()} />,
})
