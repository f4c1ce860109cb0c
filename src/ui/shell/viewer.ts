import type { ApiClient } from '#api-client.ts'
import { isOutage } from '#api-problem.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

/** Who is looking at the page; null: nobody has logged in. */
export type Viewer = MemberAnswer | null

export const viewerKey = ['viewer'] as const

export const outageKey = ['outage'] as const

/** What becomes of the token when the viewer cannot be loaded. */
export type Lost = { /** The API has given a verdict. */ onRefused(): void; /** It gave none. */ onOutage(): void }

/** C10: whatever goes wrong, the page is a visitor's; but only a verdict ends the session. */
export async function loadViewer(api: ApiClient, hasToken: boolean, lost?: Lost): Promise<Viewer> {
  if (!hasToken) return null
  try {
    return await api.get<MemberAnswer>('/api/AccountMember', { silent: true })
  } catch (error) {
    if (isOutage(error)) lost?.onOutage()
    else lost?.onRefused()
    return null
  }
}

/** C10: loaded once. */
export const viewerQuery = (api: ApiClient, hasToken: boolean, lost?: Lost) =>
  queryOptions({ queryKey: viewerKey, queryFn: () => loadViewer(api, hasToken, lost), staleTime: Infinity, gcTime: Infinity })

export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: () => api.get<SystemSettingAnswer>('/api/SystemSetting'),
    staleTime: 60_000,
  })

/** D1: logged in means the user has an email; a community has a name. */
export const isLoggedIn = (viewer: Viewer): viewer is MemberAnswer => Boolean(viewer?.email)
export const isStaff = (viewer: Viewer): boolean => isLoggedIn(viewer) && Boolean(viewer.role)
export const isCommunity = (viewer: Viewer): boolean => isLoggedIn(viewer) && viewer.communityName !== ''

export function useCentre(): SystemSettingAnswer['centre'] {
  const { api } = useRouteContext({ from: '__root__' })
  return useQuery(settingsQuery(api)).data?.centre ?? null
}

export function useViewer(): Viewer {
  const { api } = useRouteContext({ from: '__root__' })
  return useQuery({ ...viewerQuery(api, false), enabled: false }).data ?? null
}

/** C10: the service cannot be reached just now; wait-for-service.ts tries again. */
export function useOutage(): boolean {
  return useQuery({ queryKey: outageKey, queryFn: () => false, enabled: false }).data ?? false
}
