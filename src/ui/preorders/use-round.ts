import type { ChosenRoundAnswer } from '#modules/preorders/season-wire.ts'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { learnServerTime, useServerTime } from '#ui/kit/server-clock.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { roundQuery } from './preorder-queries.ts'
import { phaseAt, type Phase } from './round-moments.ts'

/** A round, the current one unless given, kept up to date. */
export function useRound(roundId?: number): ChosenRoundAnswer | null | undefined {
  const { data } = useQuery({ ...roundQuery(useApi(), roundId), refetchInterval: 30_000 })
  const serverTime = data?.serverTime
  useEffect(() => {
    if (serverTime) learnServerTime(serverTime, Date.now())
  }, [serverTime])
  return data
}

/** Phase of the round; changes by itself at its moments. */
export const usePhase = (round: RoundAnswer): Phase => useServerTime(round.serverTime, (now) => phaseAt(round, now))
