import { m } from '#i18n/generated/messages.js'
import { TermsPage } from '#ui/refunds/terms-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/refund')({
  head: () => pageHead({ title: m.refund_terms_title(), description: m.refund_terms_description() }),
  component: TermsPage,
})
