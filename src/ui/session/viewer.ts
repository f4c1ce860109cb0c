import type { ApiClient } from '#client/api-client.ts'
import { isRefusal } from '#client/api-problem.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { haveCommon } from '#lib/have-common.ts'
import { neutralName } from '#modules/centre/rules.ts'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useApi } from './use-api.ts'

/** The person who looks at the page; null: not logged in. */
export type Viewer = MemberAnswer | null

export const viewerKey = ['viewer'] as const

export const outageKey = ['outage'] as const

/** Set when the API has refused the token: there was a session, and it has ended. */
export const endedKey = ['session-ended'] as const

/** Handlers for a viewer that cannot be loaded: the API has refused the token, or it has not answered. */
export type ViewerFailure = { onRefused(): void; onOutage(): void }

/** Loads the viewer; on any failure the page is shown as to a visitor, but only a refusal by the API ends the session. */
export async function loadViewer(api: ApiClient, hasToken: boolean, onFailure?: ViewerFailure): Promise<Viewer> {
  if (!hasToken) return null
  try {
    return await api.get<MemberAnswer>('/api/AccountMember', { silent: true })
  } catch (error) {
    // Too many calls at once say nothing of the session.
    if (isRefusal(error)) onFailure?.onRefused()
    else onFailure?.onOutage()
    return null
  }
}

/** Loaded once; login and logout replace it. */
export const viewerQuery = (api: ApiClient, hasToken: boolean, onFailure?: ViewerFailure) =>
  queryOptions({ queryKey: viewerKey, queryFn: () => loadViewer(api, hasToken, onFailure), staleTime: Infinity, gcTime: Infinity })

export const settingsKey = ['settings'] as const

/** The centre's name as it was last read in each language, for error pages during an outage. It is the same for every visitor. */
const lastNames: Partial<Record<Locale, string>> = {}
const lastName = (): string => lastNames[getLocale()] ?? say(neutralName, getLocale())

/** The centre of the settings that are loaded: the guard of every page loads them first. */
export const centreIn = (queryClient: QueryClient): SystemSettingAnswer['centre'] | undefined =>
  queryClient.getQueryData<SystemSettingAnswer>(settingsKey)?.centre

/** The centre's name, for texts outside of components: titles, descriptions and meta tags. */
export const centreName = (queryClient: QueryClient): string => centreIn(queryClient)?.name ?? lastName()

export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: async () => {
      const settings = await api.get<SystemSettingAnswer>('/api/SystemSetting')
      if (settings.centre) lastNames[getLocale()] = settings.centre.name
      return settings
    },
    staleTime: 60_000,
  })

/** Logged in means the viewer has an email; a community has a community name. */
export const isLoggedIn = (viewer: Viewer): viewer is MemberAnswer => Boolean(viewer?.email)
export const isStaff = (viewer: Viewer): viewer is MemberAnswer => isLoggedIn(viewer) && viewer.roles.length > 0
/** Whether the viewer has one of these roles. */
export const hasRole = (viewer: Viewer, ...roles: MemberAnswer['roles']): boolean => viewer !== null && haveCommon(viewer.roles, roles)
export const isCommunity = (viewer: Viewer): boolean => isLoggedIn(viewer) && viewer.communityName !== ''

/** The centre; undefined while the settings cannot be loaded. */
export function useCentre(): SystemSettingAnswer['centre'] | undefined {
  const api = useApi()
  return useQuery(settingsQuery(api)).data?.centre
}

/** Whether the centre sends text messages: without them no form asks for a code. */
export function useCanText(): boolean {
  const api = useApi()
  return useQuery(settingsQuery(api)).data?.canText ?? true
}

/** How somebody who registers consents on the screen; the most formal way while it is not known. */
export function useConsentWay(): SystemSettingAnswer['consent'] {
  const api = useApi()
  return useQuery(settingsQuery(api)).data?.consent ?? 'drawn'
}

/** Whether orders can be paid online; otherwise they are paid at the desk. */
export function useCanPay(): boolean {
  const api = useApi()
  return useQuery(settingsQuery(api)).data?.canPay ?? true
}

/** Ways by which something can be paid online. */
export function usePayWays(): string[] {
  const api = useApi()
  return useQuery(settingsQuery(api)).data?.payWays ?? []
}

export const useCentreName = (): string => useCentre()?.name ?? lastName()

export function useViewer(): Viewer {
  const api = useApi()
  return useQuery({ ...viewerQuery(api, false), enabled: false }).data ?? null
}

/** Whether the API is out of reach at the moment; wait-for-service.ts retries. */
export function useOutage(): boolean {
  return useQuery({ queryKey: outageKey, queryFn: () => false, enabled: false }).data ?? false
}
