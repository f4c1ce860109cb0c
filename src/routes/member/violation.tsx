import { m } from '#i18n/generated/messages.js'
import { ViolationPage } from '#ui/violations/violation-page.tsx'
import { violationsQuery } from '#ui/violations/violation-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/member/violation')({
  staticData: { task: { back: { to: '/member', label: m.nav_member }, menu: 'wide' } },
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(violationsQuery(api))
    return { title: m.violation_title(), description: m.violation_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: ViolationPage,
})
