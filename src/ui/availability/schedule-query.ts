import type { ApiClient } from '#client/api-client.ts'
import { keepStreamOpen, type Liveness } from '#client/live-stream.ts'
import type { Day } from '#lib/zone.ts'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { nextChange } from './grid-model.ts'
import { oneAtATime } from './one-at-a-time.ts'

const keyOf = (facilityId: number) => ['schedule', facilityId] as const

/** Silent on failure: the grid shows that it is not up to date, and recovers by itself. */
export const scheduleQuery = (api: ApiClient, facilityId: number, day: Day) =>
  queryOptions({
    queryKey: [...keyOf(facilityId), day],
    queryFn: ({ signal }) =>
      api.post<ScheduleAnswer>('/api/Order/Member/Schedule', { venue1stId: facilityId, date: day }, { silent: true, signal }),
    // The grid fetches again as soon as its stream is open; the first answer is fresh until then.
    staleTime: 10_000,
  })

/** Longest time between two fetches, in milliseconds, in case the stream fails. */
const refetchEvery = 60_000
/** Jitter in milliseconds: all viewers are notified at once and must not all fetch at once. */
const maxJitter = 150

/** The schedule of a facility's courts on one day, kept up to date by the stream. */
export function useSchedule(facilityId: number, day: Day) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data, isError } = useQuery({ ...scheduleQuery(api, facilityId, day), refetchInterval: refetchEvery })
  const [liveness, setLiveness] = useState<Liveness>('connecting')

  const look = useMemo(
    () =>
      oneAtATime(async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * maxJitter))
        await queryClient.invalidateQueries({ queryKey: keyOf(facilityId) })
      }),
    [queryClient, facilityId],
  )

  useEffect(
    () =>
      keepStreamOpen({
        open: (signal) => api.events(`/api/Availability/Stream?venue1stId=${facilityId}`, signal),
        onChange: look,
        onLiveness: setLiveness,
      }),
    [api, facilityId, look],
  )

  useEffect(() => {
    const at = data && nextChange(data)
    if (at === undefined) return undefined
    const timer = setTimeout(look, Math.max(500, at - Date.parse(data!.serverTime) + maxJitter))
    return () => clearTimeout(timer)
  }, [data, look])

  return { schedule: data, failed: isError, liveness, look }
}
