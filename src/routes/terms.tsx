import { m } from '#i18n/generated/messages.js'
import { CentreText, termsTextQuery } from '#ui/content/centre-text.tsx'
import { centreName } from '#ui/session/viewer.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/terms')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(termsTextQuery(api))
    return { title: m.terms_title(), description: m.terms_description({ centre: centreName(queryClient) }) }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: TermsPage,
})

function TermsPage() {
  const { html } = useSuspenseQuery(termsTextQuery(Route.useRouteContext().api)).data
  return <CentreText title={m.terms_title()} html={html} />
}
