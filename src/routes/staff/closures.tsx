import { m } from '#i18n/generated/messages.js'
import { closureQuery, closuresQuery } from '#ui/staff/closures/closures-queries.ts'
import { ClosuresScreen } from '#ui/staff/closures/closures-screen.tsx'
import { closuresSearch, type ClosuresSearch } from '#ui/staff/closures/closures-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/closures')({
  validateSearch: (search: ClosuresSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const view = closuresSearch(deps)
    // A closure that does not exist is said on its page.
    await (view.closure === undefined
      ? queryClient.ensureQueryData(closuresQuery(api, view.new === undefined ? view : {}))
      : queryClient.ensureQueryData(closureQuery(api, view.closure)).catch(() => undefined))
    return { title: m.staff_screen_closures() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <ClosuresScreen search={Route.useSearch()} />,
})
