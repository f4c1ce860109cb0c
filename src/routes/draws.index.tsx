import { m } from '#i18n/generated/messages.js'
import { DrawsPage } from '#ui/draws/draws-page.tsx'
import { drawsQuery } from '#ui/draws/draw-query.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

export const Route = createFileRoute('/draws/')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.ensureQueryData(drawsQuery(api))
    return { title: m.draws_title(), description: m.draws_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: DrawsRoute,
})

function DrawsRoute() {
  const { api } = Route.useRouteContext()
  return <DrawsPage draws={useSuspenseQuery(drawsQuery(api)).data} />
}
