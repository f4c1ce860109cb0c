import { m } from '#i18n/generated/messages.js'
import { IdentitiesScreen } from '#ui/staff/identities/identities-screen.tsx'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/catalogue/identities')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(catalogueQuery(api))
    return { title: m.staff_screen_identities() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: IdentitiesScreen,
})
