import { m } from '#i18n/generated/messages.js'
import { insightQuery } from '#ui/staff/insight/insight-queries.ts'
import { InsightScreen } from '#ui/staff/insight/insight-screen.tsx'
import { insightSearch, type InsightSearch } from '#ui/staff/insight/insight-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/insight/')({
  validateSearch: (search: InsightSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    // A period that cannot be counted is said on the page.
    await queryClient.ensureQueryData(insightQuery(api, insightSearch(deps))).catch(() => undefined)
    return { title: m.staff_screen_insight() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <InsightScreen search={Route.useSearch()} />,
})
