import { m } from '#i18n/generated/messages.js'
import { identitiesQuery } from '#ui/accounts/member-queries.ts'
import { RegisterPage } from '#ui/accounts/register-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/register')({
  loader: async ({ context: { queryClient, api } }) => ({
    title: m.register_title(),
    description: m.register_description(),
    identities: await queryClient.ensureQueryData(identitiesQuery(api)),
  }),
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <RegisterPage identities={Route.useLoaderData().identities} />,
})
