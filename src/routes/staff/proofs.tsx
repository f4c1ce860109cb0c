import { m } from '#i18n/generated/messages.js'
import { reviewQuery, reviewsQuery } from '#ui/staff/proofs/proofs-queries.ts'
import { ProofsScreen } from '#ui/staff/proofs/proofs-screen.tsx'
import { proofsSearch, type ProofsSearch } from '#ui/staff/proofs/proofs-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/proofs')({
  validateSearch: (search: ProofsSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const view = proofsSearch(deps)
    await Promise.all([
      queryClient.ensureQueryData(reviewsQuery(api, view)).catch(() => undefined),
      // An entry that does not exist is said in its panel.
      view.open === undefined ? undefined : queryClient.ensureQueryData(reviewQuery(api, view.open)).catch(() => undefined),
    ])
    return { title: m.staff_screen_proofs() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <ProofsScreen search={Route.useSearch()} />,
})
