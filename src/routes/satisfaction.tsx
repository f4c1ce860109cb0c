import { m } from '#i18n/generated/messages.js'
import { ratableQuery } from '#ui/orders/survey-queries.ts'
import { SurveyPage } from '#ui/feedback/survey-page.tsx'
import { isLoggedIn, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'
import { stringifySearch } from './-search.ts'

export const Route = createFileRoute('/satisfaction')({
  validateSearch: (search: { order?: string | undefined; ref?: string | undefined }) => search,
  loader: async ({ context: { queryClient, api } }) => {
    if (isLoggedIn(queryClient.getQueryData<Viewer>(viewerKey) ?? null)) await queryClient.ensureQueryData(ratableQuery(api))
    return { title: m.star_title(), description: m.star_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: SatisfactionPage,
})

function SatisfactionPage() {
  const search = Route.useSearch()
  // The address keeps its signature: without it, the wired site refuses a direct visit.
  return <SurveyPage order={search.order} address={`/satisfaction${stringifySearch(search)}`} />
}
