import type { ScheduleAnswer, ScheduleCourt, SchedulePeriod } from '#modules/availability/wire.ts'
import { WishSheet } from '#ui/waiting/wish-button.tsx'
import { wishFor } from '#ui/waiting/wish-for.ts'

type Props = { schedule: ScheduleAnswer; court: ScheduleCourt; period: SchedulePeriod; onClose(): void }

/** The waiting list for a period of the grid: for this court where another one is free at the time, else for any. */
export function GridWish({ schedule: { venue1stId, courts }, court, period: { start, end }, onClose }: Props) {
  const otherIsFree = courts.some(({ periods }) => periods.some((one) => one.start === start && one.state === 'free'))
  const initial = { ...wishFor(venue1stId, new Date(start), new Date(end)), court: otherIsFree ? String(court.id) : '' }
  return <WishSheet initial={initial} onClose={onClose} />
}
