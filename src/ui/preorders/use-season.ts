import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { keepStreamOpen, type Liveness } from '#client/live-stream.ts'
import { oneAtATime } from '#ui/availability/one-at-a-time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { courtSeasonQuery, overviewQuery, seasonKey } from './preorder-queries.ts'
import type { CourtChoice } from './season-model.ts'

/** Jitter in milliseconds: in the first minutes all viewers are notified of every change and must not all fetch at once. */
const maxJitter = 1500
const refetchEvery = 60_000

/** Season of a facility, and of the chosen court by day, kept up to date. */
export function useSeason(round: RoundAnswer, venue1stId: number, choice: CourtChoice) {
  const api = useApi()
  const queryClient = useQueryClient()
  const overview = useQuery({ ...overviewQuery(api, round, venue1stId), refetchInterval: refetchEvery })
  const court = useQuery({
    ...courtSeasonQuery(api, round, venue1stId, choice === 'any' ? 0 : choice),
    enabled: choice !== 'any',
    refetchInterval: refetchEvery,
  })
  const [liveness, setLiveness] = useState<Liveness>('connecting')

  const look = useMemo(
    () =>
      oneAtATime(async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * maxJitter))
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: seasonKey(round.id, venue1stId) }),
          queryClient.invalidateQueries({ queryKey: ['preorders', 'check'] }),
        ])
      }),
    [queryClient, round.id, venue1stId],
  )

  useEffect(
    () =>
      keepStreamOpen({
        open: (signal) => api.events(`/api/Availability/Stream?venue1stId=${venue1stId}`, signal),
        onChange: look,
        onLiveness: setLiveness,
      }),
    [api, venue1stId, look],
  )

  return {
    overview: overview.data,
    /** Season of the chosen court; undefined for any court. */
    season: choice === 'any' ? undefined : court.data,
    failed: overview.isError || (choice !== 'any' && court.isError),
    liveness,
    look,
  }
}
