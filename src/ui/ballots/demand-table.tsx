import { m } from '#i18n/generated/messages.js'
import type { OwnBallotAnswer, WishBody } from '#modules/ballots/wish-wire.ts'
import { weekdayBrief, weekdayWord } from '#ui/preorders/preorder-words.ts'
import { WeekTable } from '#ui/preorders/week-table.tsx'
import { clubsAt, rankAt, type BallotFacility } from './wishes-model.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

type Props = {
  ballot: OwnBallotAnswer
  facility: BallotFacility
  wishes: WishBody[]
  onChoose(weekday: number, start: string): void
}

/** The hours of a week with how many clubs want each; pressing one adds it to the wishes. */
export function DemandTable({ ballot, facility, wishes, onChoose }: Props) {
  const most = Math.max(1, ...ballot.demand.map(({ clubs }) => clubs))
  return (
    <WeekTable
      label={m.ballot_demand()}
      slots={facility.slots}
      heads={weekdays.map((day) => ({ id: String(day), short: weekdayBrief(day), said: weekdayWord(day) }))}
      cellAt={({ row, col }) => {
        const slot = facility.slots[row]!
        const weekday = weekdays[col]!
        const clubs = clubsAt(ballot.demand, facility.id, weekday, slot)
        const rank = rankAt(wishes, facility.id, weekday, slot.start)
        const said = m.ballot_demand_cell({ weekday: weekdayWord(weekday), start: slot.start, end: slot.end, count: clubs })
        return {
          state: 'free',
          text: rank > 0 ? `#${rank}` : clubs > 0 ? String(clubs) : '',
          said: rank > 0 ? `${said} ${m.ballot_wish_number({ number: rank })}` : said,
          chosen: rank > 0,
          open: true,
          share: clubs / most,
        }
      }}
      onChoose={({ row, col }) => onChoose(weekdays[col]!, facility.slots[row]!.start)}
    />
  )
}
