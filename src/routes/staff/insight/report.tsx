import { m } from '#i18n/generated/messages.js'
import { reportQuery, subscriptionQuery } from '#ui/staff/insight/report-queries.ts'
import { ReportScreen } from '#ui/staff/insight/report-screen.tsx'
import { monthIn, type ReportSearch } from '#ui/staff/insight/insight-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/insight/report')({
  validateSearch: (search: ReportSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    // A month that has no report is said on the page.
    await Promise.all([
      queryClient.ensureQueryData(reportQuery(api, monthIn(deps))).catch(() => undefined),
      queryClient.ensureQueryData(subscriptionQuery(api)).catch(() => undefined),
    ])
    return { title: m.staff_screen_report() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <ReportScreen search={Route.useSearch()} />,
})
