import { m } from '#i18n/generated/messages.js'
import { discrepanciesQuery } from '#ui/staff/discrepancies/discrepancies-queries.ts'
import { DiscrepanciesScreen } from '#ui/staff/discrepancies/discrepancies-screen.tsx'
import { discrepanciesSearch, type DiscrepanciesSearch } from '#ui/staff/discrepancies/discrepancies-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/discrepancies')({
  validateSearch: (search: DiscrepanciesSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await queryClient.ensureQueryData(discrepanciesQuery(api, discrepanciesSearch(deps)))
    return { title: m.staff_screen_discrepancies() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <DiscrepanciesScreen search={Route.useSearch()} />,
})
