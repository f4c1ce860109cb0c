import type { ApiClient } from '#client/api-client.ts'
import type { CheckInDayAnswer, FoundByMobileAnswer } from '#modules/attendance/check-in-wire.ts'
import { mobileIn } from '#modules/attendance/rules.ts'
import { learnServerTime } from '#ui/kit/server-clock.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'

export const checkInDayKey = ['staff-checkin-day'] as const

export async function readCheckInDay(api: ApiClient): Promise<CheckInDayAnswer> {
  const sent = Date.now()
  const list = await api.get<CheckInDayAnswer>('/api/Staff/CheckIn/Day', { silent: true })
  if (typeof window !== 'undefined') learnServerTime(list.serverTime, Date.now(), sent)
  return list
}

/** Lines of the day's list of whoever has this mobile; the list itself holds no mobiles. */
export const mobileQuery = (api: ApiClient, text: string) => {
  const mobile = mobileIn(text)
  return queryOptions({
    queryKey: [...checkInDayKey, 'mobile', mobile],
    queryFn: mobile
      ? () => api.post<FoundByMobileAnswer>('/api/Staff/CheckIn/Mobile', { mobile }, { silent: true, signal: AbortSignal.timeout(4000) })
      : skipToken,
    staleTime: 5000,
    gcTime: 60_000,
    retry: false,
    // Without a network it fails at once: paused, it would check somebody in when the network is back and nobody stands there.
    networkMode: 'always',
  })
}

/** Asked again every 20 seconds even without news, so that the list is young when the network goes. */
export const checkInDayQuery = (api: ApiClient) =>
  queryOptions({ queryKey: checkInDayKey, queryFn: () => readCheckInDay(api), staleTime: 1000, refetchInterval: 20_000 })
