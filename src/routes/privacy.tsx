import { m } from '#i18n/generated/messages.js'
import { CentreText, privacyTextQuery } from '#ui/content/centre-text.tsx'
import { centreName } from '#ui/session/viewer.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/privacy')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(privacyTextQuery(api))
    return { title: m.privacy_title(), description: m.privacy_description({ centre: centreName(queryClient) }) }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: PrivacyPage,
})

function PrivacyPage() {
  const { html } = useSuspenseQuery(privacyTextQuery(Route.useRouteContext().api)).data
  return <CentreText title={m.privacy_title()} html={html} />
}
