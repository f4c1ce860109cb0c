import { m } from '#i18n/generated/messages.js'
import { GoingOn } from '#ui/orders/going-on.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/redirectToResult')({
  staticData: { layout: 'none' },
  validateSearch: (search: { ref?: string | undefined }) => search,
  loader: () => ({ title: m.result_going_on(), description: m.result_description() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <GoingOn reference={Route.useSearch().ref} />,
})
