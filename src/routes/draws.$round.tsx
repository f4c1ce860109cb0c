import { m } from '#i18n/generated/messages.js'
import { DrawPage } from '#ui/draws/draw-page.tsx'
import { drawQuery } from '#ui/draws/draw-query.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'
import { validate } from './-validate.ts'

type Search = { entry?: string | undefined; page?: string | undefined }

const isRound = validate(({ params }) => /^[1-9]\d{0,8}$/.test(params['round'] ?? ''))
const numberIn = (text: unknown): number | undefined => (/^[1-9]\d{0,3}$/.test(String(text)) ? Number(text) : undefined)
const asked = (round: string, { entry, page }: Search) => ({ round: Number(round), entry: numberIn(entry), page: numberIn(page) ?? 1 })

export const Route = createFileRoute('/draws/$round')({
  validateSearch: (search: Search) => search,
  beforeLoad: async (visit) => isRound(visit),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, params, deps }) => {
    const { name } = await queryClient.ensureQueryData(drawQuery(api, asked(params.round, deps)))
    return { title: m.draw_title({ name }), description: m.draw_description({ name }) }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: DrawRoute,
})

function DrawRoute() {
  const { api } = Route.useRouteContext()
  const { round } = Route.useParams()
  const what = asked(round, Route.useSearch())
  return <DrawPage draw={useSuspenseQuery(drawQuery(api, what)).data} asked={what.entry} />
}
