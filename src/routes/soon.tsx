import { m } from '#i18n/generated/messages.js'
import { OpeningSoon } from '#ui/shell/opening-soon.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/soon')({
  staticData: { layout: 'validation' },
  loader: () => ({ title: m.soon_title(), description: m.soon_lead() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: OpeningSoon,
})
