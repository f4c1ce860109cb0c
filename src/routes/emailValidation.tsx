import { m } from '#i18n/generated/messages.js'
import { AskForConfirmation, EmailValidation } from '#ui/accounts/email-validation.tsx'
import { takeTarget } from '#ui/accounts/kept-target.ts'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { returnTarget } from './-navigation-policy.ts'
import { pageHead } from './-page-head.ts'
import { inside, withNotice } from './-redirect-to.ts'

export const Route = createFileRoute('/emailValidation')({
  staticData: { layout: 'validation' },
  validateSearch: (search: { token?: string | undefined }) => search,
  loader: () => ({ title: m.validation_title(), description: m.validation_description() }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: ValidationPage,
})

function ValidationPage() {
  const { token } = Route.useSearch()
  const router = useRouter()
  // Registered in this browser, and logged in: on to where they wanted to go.
  const goOn = () => router.navigate({ ...inside(withNotice(returnTarget(takeTarget()), 'confirmed')), replace: true })
  return token ? <EmailValidation token={token} onLoggedIn={goOn} /> : <AskForConfirmation />
}
