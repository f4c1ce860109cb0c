import { m } from '#i18n/generated/messages.js'
import { AskForConfirmation, EmailValidation } from '#ui/accounts/email-validation.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/emailValidation')({
  staticData: { layout: 'validation' },
  validateSearch: (search: { token?: string | undefined }) => search,
  loader: () => ({ title: m.validation_title(), description: m.validation_description() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: ValidationPage,
})

function ValidationPage() {
  const { token } = Route.useSearch()
  return token ? <EmailValidation token={token} /> : <AskForConfirmation />
}
