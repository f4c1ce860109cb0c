import { m } from '#i18n/generated/messages.js'
import { BallotList } from '#ui/ballots/ballot-list.tsx'
import { ballotsQuery } from '#ui/ballots/ballot-queries.ts'
import { draftsFilter, preOrdersQuery, roundQuery } from '#ui/preorders/preorder-queries.ts'
import { preOrderFilter, type PreOrderSearch } from '#ui/preorders/preorder-search.ts'
import { PreOrdersPage } from '#ui/preorders/preorders-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../../-page-head.ts'

export const Route = createFileRoute('/member/order/schedule/')({
  validateSearch: (search: PreOrderSearch) => search,
  loaderDeps: ({ search: { status, page } }) => ({ status, page }),
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([
      queryClient.ensureQueryData(roundQuery(api)),
      queryClient.ensureQueryData(preOrdersQuery(api, preOrderFilter(deps))),
      queryClient.ensureQueryData(preOrdersQuery(api, draftsFilter)),
      queryClient.ensureQueryData(ballotsQuery(api)),
    ])
    return { title: m.nav_schedule() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => (
    <PreOrdersPage search={Route.useSearch()}>
      <BallotList />
    </PreOrdersPage>
  ),
})
