import { m } from '#i18n/generated/messages.js'
import { payLinkQuery, PayPage } from '#ui/orders/pay-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/pay')({
  staticData: { layout: 'area', task: {} },
  validateSearch: (search: { ref?: string | undefined }) => search,
  loaderDeps: ({ search: { ref } }) => ({ ref: String(ref ?? '') }),
  loader: async ({ context: { queryClient, api }, deps: { ref } }) => {
    // A link that leads nowhere is told by the page.
    if (ref !== '') await queryClient.ensureQueryData(payLinkQuery(api, ref)).catch(() => undefined)
    return { title: m.pay_title(), description: m.pay_title() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <PayPage reference={String(Route.useSearch().ref ?? '')} />,
})
