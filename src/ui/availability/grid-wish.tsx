import { WishSheet } from '#ui/waiting/wish-button.tsx'
import { wishFor } from '#ui/waiting/wish-for.ts'
import type { GridCourt, GridPeriod, GridSchedule } from './grid-model.ts'

type Props = { schedule: GridSchedule; court: GridCourt; period: GridPeriod; onClose(): void }

/** The waiting list for a period of the grid: for this court where another one is free at the time or one waits for it, else for any. */
export function GridWish({ schedule: { venue1stId, courts }, court, period: { start, end, state }, onClose }: Props) {
  const otherIsFree = courts.some(({ periods }) => periods.some((one) => one.start === start && one.state === 'free'))
  const initial = {
    ...wishFor(venue1stId, new Date(start), new Date(end)),
    court: otherIsFree || state === 'waited' ? String(court.id) : '',
  }
  return <WishSheet initial={initial} onClose={onClose} />
}
