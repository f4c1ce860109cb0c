import { m } from '#i18n/generated/messages.js'
import { PaymentReturn } from '#ui/orders/payment-return.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/redirectToResult')({
  staticData: { layout: 'none' },
  validateSearch: (search: { ref?: string | undefined }) => search,
  loader: () => ({ title: m.result_going_on(), description: m.result_description() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <PaymentReturn reference={Route.useSearch().ref} />,
})
