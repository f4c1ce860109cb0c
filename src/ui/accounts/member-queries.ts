import type { ApiClient } from '#api-client.ts'
import type { IdentityListAnswer, MemberAnswer, SessionListAnswer } from '#modules/accounts/wire.ts'
import { useViewer, viewerKey } from '#ui/shell/viewer.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

/** B14: they change with the price list, not while somebody fills in a form. */
export const identitiesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['identities'], queryFn: () => api.get<IdentityListAnswer>('/api/MemberIdentity/List'), staleTime: 3_600_000 })

export const sessionsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['sessions'], queryFn: () => api.get<SessionListAnswer>('/api/AccountMember/Session/List') })

export const useApi = (): ApiClient => useRouteContext({ from: '__root__' }).api

/** The member whose pages these are. Undefined only while the page is being left after a logout. */
export const useMember = (): MemberAnswer | undefined => useViewer() ?? undefined

/** What the server answered to a change is how the member stands now, on every page. */
export function useKeepMember(): (member: MemberAnswer) => void {
  const queryClient = useQueryClient()
  return (member) => queryClient.setQueryData(viewerKey, member)
}

/** Staff decide while the member waits: whoever comes back to the page sees how it stands. */
export function useFreshMember(): void {
  const api = useApi()
  const member = useMember()
  useQuery({
    queryKey: viewerKey,
    queryFn: () => api.get<MemberAnswer>('/api/AccountMember'),
    enabled: member !== undefined,
    staleTime: 30_000,
  })
}
