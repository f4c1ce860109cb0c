import { m } from '#i18n/generated/messages.js'
import { amountText } from '#i18n/money.ts'
import { addDays, type Day } from '#lib/zone.ts'
import { weekOf } from '#modules/preorders/rules.ts'
import type { LineBody, RoundAnswer, SeasonCell, SeasonSchedule } from '#modules/preorders/wire.ts'
import { IconButton } from '#ui/kit/icon-button.tsx'
import type { Spot } from '#ui/kit/roving-grid.ts'
import { useState } from 'react'
import { sayDay, sayDayCell, weekdayBrief } from './preorder-words.ts'
import { lineCoversDay, combinedState } from './season-model.ts'
import style from './time-choice.module.css'
import { WeekTable, type WeekCell } from './week-table.tsx'
import { toggleDate, toggleSingle } from './wish-dates.ts'

type Props = {
  round: RoundAnswer
  season: SeasonSchedule
  length: number
  lines: LineBody[]
  onLines(change: (lines: LineBody[]) => LineBody[]): void
}

const looks: Record<SeasonCell, string> = { free: 'free', mine: 'mine', taken: 'booked', closed: 'closed', past: 'past' }
const words: Record<Exclude<SeasonCell, 'free'>, () => string> = {
  mine: m.grid_mine_short,
  taken: m.preorder_full_short,
  closed: () => '–',
  past: () => '–',
}

/** Week by week grid of one court, to choose single dates. */
export function SingleDates({ round, season, length, lines, onLines }: Props) {
  const court = season.courts[0]!
  const [first, last] = [weekOf(round.seasonFrom), weekOf(round.seasonTo)]
  const [monday, setMonday] = useState(() => firstOpenWeek(court.days, first))
  const days = Array.from({ length: 7 }, (_, n) => addDays(monday, n))
  const own = lines.filter((line) => line.venue2ndId === court.id)
  const linesAt = ({ row, col }: Spot) => own.filter((line) => lineCoversDay(line, days[col]!, season.slots[row]!))

  function cellAt(spot: Spot): WeekCell {
    const day = days[spot.col]!
    const found = court.days.find(({ date }) => date === day)
    const fits = spot.row + length <= season.slots.length
    const state = found && fits ? combinedState(found.states, spot.row, length) : 'closed'
    const chosen = linesAt(spot).length > 0
    const price = found?.prices.slice(spot.row, spot.row + length).reduce((sum, one) => sum + one, 0) ?? 0
    return {
      state: looks[state],
      text: state === 'free' ? (price === 0 ? m.grid_zero_short() : amountText(price)) : words[state](),
      said: sayDayCell(court.name, day, season.slots[spot.row]!.start, state, chosen),
      chosen,
      open: chosen || state === 'free',
    }
  }

  function choose(spot: Spot): void {
    const day = days[spot.col]!
    const given = linesAt(spot)
    // A chosen cell is removed again: of a weekly line only this date.
    if (given.length > 0)
      return onLines((before) => before.flatMap((line) => (given.includes(line) ? (toggleDate(line, day) ?? []) : line)))
    const place = { venue2ndId: court.id, start: season.slots[spot.row]!.start, end: season.slots[spot.row + length - 1]!.end }
    onLines((before) => toggleSingle(before, place, day))
  }

  const turn = (step: 1 | -1) => {
    const next = addDays(monday, 7 * step)
    if (next >= first && next <= last) setMonday(next)
  }
  const week = m.preorder_week({ from: sayDay(monday), to: sayDay(days[6]!) })
  return (
    <>
      <WeekTurner week={week} isFirst={monday <= first} isLast={monday >= last} onTurn={turn} />
      <WeekTable
        label={`${court.name}, ${week}`}
        slots={season.slots}
        heads={days.map((day, n) => ({ id: day, short: weekdayBrief(n + 1), said: sayDay(day), note: monthDay(day) }))}
        cellAt={cellAt}
        onChoose={choose}
        onPage={turn}
      />
    </>
  )
}

type TurnerProps = { week: string; isFirst: boolean; isLast: boolean; onTurn(step: 1 | -1): void }

function WeekTurner({ week, isFirst, isLast, onTurn }: TurnerProps) {
  return (
    <div className={style.week}>
      <IconButton icon="back" label={m.preorder_week_before()} disabled={isFirst} onClick={() => onTurn(-1)} />
      <p role="status">{week}</p>
      <IconButton icon="forward" label={m.preorder_week_after()} disabled={isLast} onClick={() => onTurn(1)} />
    </div>
  )
}

const monthDay = (day: Day): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

/** The first week that is not over. */
function firstOpenWeek(days: { date: Day; states: SeasonCell[] }[], first: Day): Day {
  const open = days.find(({ states }) => states.some((state) => state !== 'past'))
  return open ? weekOf(open.date) : first
}
