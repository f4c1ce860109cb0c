import { ApiProblem } from '#client/api-problem.ts'
import { PageFailure } from '#client/page-failure.ts'
import { m } from '#i18n/generated/messages.js'
import { ownValue } from '#lib/own-value.ts'
import { invitationKeyPattern } from '#modules/staff/rules.ts'
import type { JoinAnswer } from '#modules/staff/wire.ts'
import { JoinPage } from '#ui/staff/join/join-page.tsx'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

/** Outside of the console's frame and guard: whoever is invited is not staff yet. Without a key it is an unknown path. */
export const Route = createFileRoute('/staff_/join')({
  validateSearch: (search: { key?: string | undefined }) => search,
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { api }, deps: { key } }) => {
    if (typeof key !== 'string' || !invitationKeyPattern.test(key)) throw notFound({ routeId: rootRouteId })
    const invitation = await api.post<JoinAnswer>('/api/StaffInvitation/Read', { key }, { silent: true }).catch(refuse)
    return { title: m.staff_join_title(), description: m.staff_join_description(), isPreview: true, key, invitation }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Join,
})

const ended: Record<string, { message: () => string; description: () => string }> = {
  invitation_used: { message: m.problem_invitation_used, description: m.staff_join_used_text },
  invitation_withdrawn: { message: m.problem_invitation_withdrawn, description: m.staff_join_withdrawn_text },
  invitation_expired: { message: m.problem_invitation_expired, description: m.staff_join_expired_text },
}

function refuse(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error
  if (error.code === 'invitation_unknown') throw notFound({ routeId: rootRouteId })
  const said = ownValue(ended, error.code)
  throw said ? new PageFailure({ status: 410, message: said.message(), description: said.description() }) : error
}

function Join() {
  const { key, invitation } = Route.useLoaderData()
  const router = useRouter()
  return <JoinPage joinKey={key} invitation={invitation} onJoined={() => router.navigate({ to: '/staff', replace: true })} />
}
