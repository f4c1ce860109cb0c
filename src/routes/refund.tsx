import { m } from '#i18n/generated/messages.js'
import { refundTermsQuery } from '#ui/refunds/refund-queries.ts'
import { TermsPage } from '#ui/refunds/terms-page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/refund')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(refundTermsQuery(api))
    return { title: m.refund_terms_title(), description: m.refund_terms_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: RefundTermsPage,
})

function RefundTermsPage() {
  const { api } = Route.useRouteContext()
  return <TermsPage terms={useSuspenseQuery(refundTermsQuery(api)).data} />
}
