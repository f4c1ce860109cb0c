import { m } from '#i18n/generated/messages.js'
import { CheckPage } from '#ui/orders/check-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/order/check')({
  loader: () => ({ title: m.check_title(), description: m.check_description() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: CheckPage,
})
