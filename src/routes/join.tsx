import { ApiProblem } from '#client/api-problem.ts'
import { PageFailure } from '#client/page-failure.ts'
import { m } from '#i18n/generated/messages.js'
import type { ShownInvitationAnswer } from '#modules/clubs/wire.ts'
import { JoinClub } from '#ui/clubs/join-club.tsx'
import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

/** An invitation to act for a club. Without a key it is an unknown path. */
export const Route = createFileRoute('/join')({
  validateSearch: (search: { key?: string | undefined }) => search,
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { api }, deps: { key } }) => {
    if (typeof key !== 'string') throw notFound({ routeId: rootRouteId })
    const invitation = await api.post<ShownInvitationAnswer>('/api/Club/Invitation/Read', { key }, { silent: true }).catch(refuse)
    return {
      title: m.club_join_title({ club: invitation.club }),
      description: m.club_join_description(),
      isPreview: true,
      joinKey: key,
      invitation,
    }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Join,
})

/** What became of the link, in the words of the API. */
function refuse(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error
  if (error.status === 404 || error.status === 422) throw notFound({ routeId: rootRouteId })
  throw error.status === 410 ? new PageFailure({ status: 410, message: error.title, description: m.club_join_over() }) : error
}

function Join() {
  const { joinKey, invitation } = Route.useLoaderData()
  return <JoinClub joinKey={joinKey} invitation={invitation} />
}
