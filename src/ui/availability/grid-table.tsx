import { m } from '#i18n/generated/messages.js'
import { timeFrom, type Day } from '#lib/zone.ts'
import { useRovingGrid } from '#ui/kit/roving-grid.ts'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import { memo, type CSSProperties } from 'react'
import cellStyle from './cell.module.css'
import { CellText } from './cell-text.tsx'
import { isPressable, type Column, type GridCourt, type GridPeriod, type GridSchedule } from './grid-model.ts'
import style from './grid-table.module.css'
import { sayCell, sayColumn } from './grid-words.ts'
import { useTaken } from './use-taken.ts'

export type Choose = (court: GridCourt, period: GridPeriod) => void

export type GridProps = {
  schedule: GridSchedule
  day: Day
  /** The hour that is marked. */
  start: string | undefined
  /** The court that is marked, and on a phone chosen. */
  court: string | undefined
  columns: Column[]
  pieces: readonly CartPiece[]
  label: string
  onChoose: Choose
  onPage(step: 1 | -1): void
}

/** The grid from 768 px: one row for each court, one column for each hour, with sticky court names. */
export function GridTable({ schedule, day, start, court: asked, columns, pieces, label, onChoose, onPage }: GridProps) {
  const { courts } = schedule
  const { active, grid } = useRovingGrid({
    rows: [0, courts.length - 1],
    cols: [columns[0]!.index, columns.at(-1)!.index],
    first: firstFree(courts, columns),
    onChoose: ({ row, col }) => onChoose(courts[row]!, courts[row]!.periods[col]!),
    onPage,
  })
  const states = courts.flatMap(({ periods }, row) => columns.map(({ index }) => [`${row} ${index}`, periods[index]!.state] as const))
  useTaken(`${schedule.venue1stId} ${courts[0]!.periods[0]!.start}`, new Map(states), 'table')
  const spoken = columns.map((column) => sayColumn(day, column))
  return (
    <div className={style.scroller}>
      <table
        {...grid}
        className={style.table}
        role="grid"
        aria-multiselectable
        aria-label={label}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <thead>
          <tr>
            <th scope="col" className={style.corner}>
              <span className="sr-only">{m.grid_court()}</span>
            </th>
            {columns.map(({ index, label: time, start: minute }) => (
              <th key={index} scope="col" data-asked={timeFrom(minute) === start || undefined}>
                {time}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {courts.map((court, row) => (
            <CourtRow
              key={court.id}
              row={row}
              court={court}
              asked={String(court.id) === asked}
              columns={columns.map(({ index }) => index).join()}
              spoken={spoken.join('\n')}
              chosen={chosenOf(court, columns, pieces)}
              active={active.row === row ? active.col : -1}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Props are strings or cached objects, so that memo() renders a row again only when something in it has changed. */
type RowProps = { row: number; court: GridCourt; asked: boolean; columns: string; spoken: string; chosen: string; active: number }

const CourtRow = memo(function CourtRow({ row, court, asked, columns, spoken, chosen, active }: RowProps) {
  const whens = spoken.split('\n')
  return (
    <tr>
      <th scope="row" data-asked={asked || undefined}>
        {court.name}
      </th>
      {columns.split(',').map((text, n) => {
        const col = Number(text)
        const period = court.periods[col]!
        const picked = chosen[n] === '1'
        return (
          <td
            key={col}
            className={cellStyle.cell}
            data-row={row}
            data-col={col}
            data-state={picked ? 'chosen' : period.state}
            tabIndex={col === active ? 0 : -1}
            aria-label={sayCell(court.name, whens[n]!, period, picked)}
            aria-selected={period.state === 'free' ? picked : undefined}
            aria-disabled={isPressable(period.state) ? undefined : true}
          >
            <CellText period={period} />
          </td>
        )
      })}
    </tr>
  )
})

const chosenOf = (court: GridCourt, columns: Column[], pieces: readonly CartPiece[]): string =>
  columns.map(({ index }) => (isChosen(pieces, { courtId: court.id, ...court.periods[index]! }) ? '1' : '0')).join('')

/** Initial tab stop: the earliest free slot of any court. */
function firstFree(courts: GridCourt[], columns: Column[]): { row: number; col: number } {
  for (const { index } of columns) {
    const row = courts.findIndex(({ periods }) => periods[index]!.state === 'free')
    if (row >= 0) return { row, col: index }
  }
  return { row: 0, col: columns[0]!.index }
}
