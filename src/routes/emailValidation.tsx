import { m } from '#i18n/generated/messages.js'
import { AskForConfirmation, EmailValidation } from '#ui/accounts/email-validation.tsx'
import { takeReturnTarget } from '#ui/accounts/return-target.ts'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { returnTarget } from '#navigation/navigation-policy.ts'
import { pageHead } from './-page-head.ts'
import { toLocation, withNotice } from './-redirect-to.ts'

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
  // The browser that registered is logged in by the link: on to the page that the visitor wanted.
  const goOn = () => router.navigate({ ...toLocation(withNotice(returnTarget(takeReturnTarget()), 'confirmed')), replace: true })
  return token ? <EmailValidation token={token} onLoggedIn={goOn} /> : <AskForConfirmation />
}
