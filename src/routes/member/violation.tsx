import { m } from '#i18n/generated/messages.js'
import { ViolationPage } from '#ui/violations/violation-page.tsx'
import { violationsQuery } from '#ui/violations/violation-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/member/violation')({
  loader: ({ context: { queryClient, api } }) => queryClient.ensureQueryData(violationsQuery(api)),
  head: () => pageHead({ title: m.violation_title(), description: m.violation_description() }),
  component: ViolationPage,
})
