import { formatTime } from '#i18n/dates.ts'
import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import type { ScheduleAnswer, ScheduleCourt, SchedulePeriod } from '#modules/availability/wire.ts'
import { WishSheet } from '#ui/waiting/wish-button.tsx'

type Props = { schedule: ScheduleAnswer; court: ScheduleCourt; period: SchedulePeriod; onClose(): void }

/** The waiting list for a period of the grid: for this court where another one is free at the time, else for any. */
export function GridWish({ schedule: { venue1stId, courts }, court, period: { start, end }, onClose }: Props) {
  const [from, to] = [new Date(start), new Date(end)]
  const otherIsFree = courts.some(({ periods }) => periods.some((one) => one.start === start && one.state === 'free'))
  const initial = {
    place: String(venue1stId),
    court: otherIsFree ? String(court.id) : '',
    days: [dayOf(from)],
    from: formatTime(from),
    to: timeFrom(minuteOf(to) || 24 * 60),
    minutes: String((to.getTime() - from.getTime()) / 60_000),
  }
  return <WishSheet initial={initial} onClose={onClose} />
}
