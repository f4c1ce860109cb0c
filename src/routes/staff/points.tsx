import { m } from '#i18n/generated/messages.js'
import { appealsQuery, evidenceQuery } from '#ui/staff/points/points-queries.ts'
import { PointsScreen } from '#ui/staff/points/points-screen.tsx'
import { pointsSearch, type PointsSearch } from '#ui/staff/points/points-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/points')({
  validateSearch: (search: PointsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { tab, point } = pointsSearch(deps)
    await Promise.all([
      tab === undefined ? queryClient.ensureQueryData(appealsQuery(api)).catch(() => undefined) : undefined,
      // A point that does not exist is said in its panel.
      point === undefined ? undefined : queryClient.ensureQueryData(evidenceQuery(api, point)).catch(() => undefined),
    ])
    return { title: m.staff_screen_points() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <PointsScreen search={Route.useSearch()} />,
})
