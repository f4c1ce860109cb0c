import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import cell from '#ui/availability/cell.module.css'
import legend from '#ui/availability/legend.module.css'
import type { LineBody, PreOrderFacility, RoundAnswer, SeasonSchedule } from '#modules/preorders/wire.ts'
import type { Spot } from '#ui/kit/roving-grid.ts'
import type { CSSProperties } from 'react'
import { levelWord, sayOverview, weekdayBrief, weekdayWord } from './preorder-words.ts'
import { bestCell, levelOf, overviewAt, lineCoversWeekday, type CourtChoice, type Level, type OverviewCell } from './season-model.ts'
import { WeekTable, type WeekCell } from './week-table.tsx'

type Props = {
  round: RoundAnswer
  facility: PreOrderFacility
  /** Overview of all courts: how many dates of each slot are free. */
  overview: SeasonSchedule
  choice: CourtChoice
  length: number
  lines: LineBody[]
  onLines(change: (lines: LineBody[]) => LineBody[]): void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const looks: Record<Level, string> = { all: 'free', some: 'free', none: 'booked', mine: 'mine', closed: 'closed' }

/** Grid of weekdays and times over the whole season, such as 11 of 13 Tuesdays at 19:00 free. */
export function SeasonGrid({ round, facility, overview, choice, length, lines, onLines }: Props) {
  const { slots } = overview
  const courts = overview.courts.filter(({ id }) => choice === 'any' || id === choice)
  const nameOf = (id: number) => overview.courts.find((court) => court.id === id)?.name ?? ''
  const found = ({ row, col }: Spot): OverviewCell | undefined =>
    bestCell(courts.map((court) => overviewAt(court, weekdays[col]!, row, length)))
  const linesAt = ({ row, col }: Spot) =>
    lines.filter((line) => courts.some(({ id }) => id === line.venue2ndId) && lineCoversWeekday(line, weekdays[col]!, slots[row]!))

  function cellAt(spot: Spot): WeekCell {
    const one = found(spot)
    const chosen = linesAt(spot)
    const level = one ? levelOf(one) : 'closed'
    const court = chosen[0] ? nameOf(chosen[0].venue2ndId) : choice === 'any' ? m.grid_any_court() : nameOf(choice)
    return {
      state: looks[level],
      text: one ? cellText(one, level) : '–',
      said: sayOverview(court, weekdays[spot.col]!, slots[spot.row]!.start, one, chosen.length > 0),
      chosen: chosen.length > 0,
      open: chosen.length > 0 || (one !== undefined && one.free > 0),
      share: one && one.free > 0 ? one.free / one.dates : undefined,
    }
  }

  /** Adds a line, or removes it when it is chosen already. */
  function choose(spot: Spot): void {
    const given = linesAt(spot)
    if (given.length > 0) return onLines((before) => before.filter((line) => !given.includes(line)))
    const one = found(spot)
    const [start, end] = [slots[spot.row]?.start, slots[spot.row + length - 1]?.end]
    if (!one || !start || !end) return
    const today = dayOf(new Date(round.serverTime))
    const from = today > round.seasonFrom ? today : round.seasonFrom
    const weekly = { weekday: weekdays[spot.col]!, from, to: round.seasonTo, except: [] }
    onLines((before) => [...before, { venue2ndId: one.courtId, start, end, weekly }])
  }

  return (
    <WeekTable
      label={m.preorder_grid_label({ facility: facility.name })}
      slots={slots}
      heads={weekdays.map((day) => ({ id: String(day), short: weekdayBrief(day), said: weekdayWord(day) }))}
      cellAt={cellAt}
      onChoose={choose}
    />
  )
}

function cellText({ free, dates }: OverviewCell, level: Level): string {
  if (free > 0) return `${free}/${dates}`
  return level === 'none' ? m.preorder_full_short() : level === 'mine' ? m.grid_mine_short() : '–'
}

/** Legend of the cell shapes. */
export function SeasonLegend({ kind }: { kind: 'weekly' | 'single' }) {
  const shapes =
    kind === 'weekly'
      ? [
          { state: 'free', share: '100%', word: levelWord('all') },
          { state: 'free', share: '50%', word: levelWord('some') },
          { state: 'booked', word: levelWord('none') },
          { state: 'mine', word: levelWord('mine') },
        ]
      : [
          { state: 'free', word: m.preorder_date_free() },
          { state: 'booked', word: m.preorder_date_taken() },
          { state: 'mine', word: levelWord('mine') },
          { state: 'closed', word: m.preorder_date_closed() },
        ]
  return (
    <ul className={legend.legend} aria-label={m.grid_legend()}>
      {shapes.map(({ state, share, word }) => (
        <li key={word}>
          <span
            className={cell.cell}
            data-state={state}
            data-share={share && ''}
            style={share ? ({ '--share': share } as CSSProperties) : undefined}
            aria-hidden
          />
          {word}
        </li>
      ))}
    </ul>
  )
}
