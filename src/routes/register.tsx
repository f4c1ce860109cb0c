import { m } from '#i18n/generated/messages.js'
import { identitiesQuery } from '#ui/accounts/member-queries.ts'
import { forgetSecrets } from '#ui/accounts/register-draft.ts'
import { RegisterPage } from '#ui/accounts/register-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/register')({
  head: () => pageHead({ title: m.register_title(), description: m.register_description() }),
  loader: ({ context }) => context.queryClient.ensureQueryData(identitiesQuery(context.api)),
  onLeave: forgetSecrets,
  component: () => <RegisterPage identities={Route.useLoaderData()} />,
})
