import type { ApiClient } from '#api-client.ts'
import type { Day } from '#lib/zone.ts'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { nextChange } from './grid-model.ts'
import { keepStream, type Liveness } from './live-stream.ts'
import { oneAtATime } from './one-at-a-time.ts'

const keyOf = (facilityId: number) => ['schedule', facilityId] as const

/** Silent: the grid says itself that it could not look, and mends itself. */
export const scheduleQuery = (api: ApiClient, facilityId: number, day: Day) =>
  queryOptions({
    queryKey: [...keyOf(facilityId), day],
    queryFn: ({ signal }) =>
      api.post<ScheduleAnswer>('/api/Order/Member/Schedule', { venue1stId: facilityId, date: day }, { silent: true, signal }),
    // Not asked for twice in a row: as soon as the stream is open, the grid looks once more anyway.
    staleTime: 10_000,
  })

/** Whatever else fails, it is never older than this. */
const lookEvery = 60_000
/** Everybody who watches is told at once; they do not all have to ask at once. */
const spread = 150

/** What stands on a facility's courts on a day, kept up to date before one's eyes. */
export function useSchedule(facilityId: number, day: Day) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data, isError } = useQuery({ ...scheduleQuery(api, facilityId, day), refetchInterval: lookEvery })
  const [liveness, setLiveness] = useState<Liveness>('connecting')

  const look = useMemo(
    () =>
      oneAtATime(async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * spread))
        await queryClient.invalidateQueries({ queryKey: keyOf(facilityId) })
      }),
    [queryClient, facilityId],
  )

  useEffect(
    () =>
      keepStream({
        open: (signal) => api.events(`/api/Availability/Stream?venue1stId=${facilityId}`, signal),
        onChange: look,
        onLiveness: setLiveness,
      }),
    [api, facilityId, look],
  )

  useEffect(() => {
    const at = data && nextChange(data)
    if (at === undefined) return undefined
    const timer = setTimeout(look, Math.max(500, at - Date.parse(data!.serverTime) + spread))
    return () => clearTimeout(timer)
  }, [data, look])

  return { schedule: data, failed: isError, liveness, look }
}
