import { useApi } from '#ui/session/use-api.ts'
import { standingWish } from '#ui/waiting/standing-wish.ts'
import { wishFor } from '#ui/waiting/wish-for.ts'
import { wishesQuery } from '#ui/waiting/wish-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAwaitable, type GridSchedule } from './grid-model.ts'

/** Marks in a schedule what the member waits for. */
export type MarkWaits = { mark(schedule: GridSchedule): GridSchedule }

/** Reads what the member waits for, again when that changes. */
export function Waits({ onFound }: { onFound(waits: MarkWaits): void }): null {
  const wishes = useQuery(wishesQuery(useApi())).data?.items
  useEffect(() => {
    if (wishes) onFound({ mark: (schedule) => withWaits(schedule, wishes) })
  }, [wishes, onFound])
  return null
}

/** Courts of which nothing is waited for stay the same objects: their rows need no new drawing. */
export function withWaits(schedule: GridSchedule, wishes: Parameters<typeof standingWish>[0]): GridSchedule {
  if (wishes.length === 0) return schedule
  const courts = schedule.courts.map((court) => {
    const isWaited = ({ state, start, end }: GridSchedule['courts'][number]['periods'][number]) => {
      const asked = () => ({ ...wishFor(schedule.venue1stId, new Date(start), new Date(end)), court: String(court.id) })
      return isAwaitable(state) && standingWish(wishes, asked()) !== undefined
    }
    const periods = court.periods.map((period) => (isWaited(period) ? { ...period, state: 'waited' as const } : period))
    return periods.some(({ state }) => state === 'waited') ? { ...court, periods } : court
  })
  return { ...schedule, courts }
}
