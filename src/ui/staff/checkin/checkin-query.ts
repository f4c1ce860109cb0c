import type { ApiClient } from '#client/api-client.ts'
import type { CheckInDayAnswer } from '#modules/attendance/check-in-wire.ts'
import { learnServerTime } from '#ui/kit/server-clock.ts'
import { queryOptions } from '@tanstack/react-query'

export const checkInDayKey = ['staff-checkin-day'] as const

export async function readCheckInDay(api: ApiClient): Promise<CheckInDayAnswer> {
  const sent = Date.now()
  const list = await api.get<CheckInDayAnswer>('/api/Staff/CheckIn/Day', { silent: true })
  if (typeof window !== 'undefined') learnServerTime(list.serverTime, Date.now(), sent)
  return list
}

/** Asked again every 20 seconds even without news, so that the list is young when the network goes. */
export const checkInDayQuery = (api: ApiClient) =>
  queryOptions({ queryKey: checkInDayKey, queryFn: () => readCheckInDay(api), staleTime: 1000, refetchInterval: 20_000 })
