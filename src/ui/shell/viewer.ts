import type { ApiClient } from '#api-client.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

/** Who is looking at the page; null: nobody has logged in. */
export type Viewer = MemberAnswer | null

export const viewerKey = ['viewer'] as const

/** C10: loaded once. Whatever goes wrong, the visitor is logged out rather than half logged in. */
export const viewerQuery = (api: ApiClient, hasToken: boolean, onLost: () => void) =>
  queryOptions({
    queryKey: viewerKey,
    queryFn: async (): Promise<Viewer> => {
      if (!hasToken) return null
      try {
        return await api.get<MemberAnswer>('/api/AccountMember', { silent: true })
      } catch {
        onLost()
        return null
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

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
  return useQuery({ ...viewerQuery(api, false, () => {}), enabled: false }).data ?? null
}
