import type { ApiClient } from '#client/api-client.ts'
import type { IdentityListAnswer, MemberAnswer } from '#modules/accounts/wire.ts'
import type { SessionListAnswer } from '#modules/logins/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useViewer, viewerKey } from '#ui/session/viewer.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

/** Identities change with the price list, so they are fresh for long. */
export const identitiesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['identities'], queryFn: () => api.get<IdentityListAnswer>('/api/MemberIdentity/List'), staleTime: 3_600_000 })

export const sessionsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['sessions'], queryFn: () => api.get<SessionListAnswer>('/api/AccountMember/Session/List') })

/** The logged-in member of the member area. Undefined only while the page is being left after a logout. */
export const useMember = (): MemberAnswer | undefined => useViewer() ?? undefined

/** Sets the member in the cache from the answer to a change, for every page. */
export function useSetMember(): (member: MemberAnswer) => void {
  const queryClient = useQueryClient()
  return (member) => queryClient.setQueryData(viewerKey, member)
}

/** Loads the member again when the page is opened or gets the focus back: staff may have decided on a review meanwhile. */
export function useRefetchMember(): void {
  const api = useApi()
  const member = useMember()
  useQuery({
    queryKey: viewerKey,
    queryFn: () => api.get<MemberAnswer>('/api/AccountMember'),
    enabled: member !== undefined,
    staleTime: 30_000,
  })
}
