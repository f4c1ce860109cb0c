import { m } from '#i18n/generated/messages.js'
import { formatDay } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatTime } from '#i18n/dates.ts'
import { momentAt, timeFrom } from '#lib/zone.ts'
import type { BoardAnswer } from '#modules/desk/wire.ts'
import { useServerTime } from '#ui/kit/server-clock.ts'
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { BookingCell } from './booking-cell.tsx'
import style from './board-grid.module.css'
import { cellsOf, endOf, isWeek, nowAt, timesOf, type BoardCell, type BoardColumn, type BoardRow, type Place } from './board-model.ts'

type Props = {
  /** Heading of the printed sheet. */
  title: string
  board: BoardAnswer
  rows: BoardRow[]
  columns: BoardColumn[]
  isRearranging: boolean
  /** Where the booking that is being moved would go, and its id. */
  target: { place: Place; id: string } | undefined
  /** Id of the booking whose panel is open. */
  opened: string | undefined
  active: { row: number; col: number }
  onFocusCell(spot: { row: number; col: number }): void
  onPress(cell: BoardCell, row: number): void
  onKeyDown(event: KeyboardEvent<HTMLElement>, cell: BoardCell, row: number): void
  onGrab(event: PointerEvent<HTMLElement>, cell: BoardCell, row: number, edge: boolean): void
}

/** A table whose cells are walked by arrow keys. */
const asGrid = { role: 'grid' } as const

/** Why nothing is open: a holiday of the whole centre, or no hours on this day. */
const closedWords = ({ days }: BoardAnswer): string => {
  const name = days.find(({ closedFor }) => closedFor !== null)?.closedFor
  return name ? m.board_closed_holiday({ name }) : m.board_closed_day()
}

/** The day as a grid: courts by hours, or the days of a week. One tab stop; arrow keys move inside it. */
export function BoardGrid(props: Props) {
  const { title, board, rows, columns, isRearranging } = props
  const now = useServerTime(board.serverTime, (at) => Math.floor(at / 60_000)) * 60_000
  const at = isWeek(board) ? undefined : nowAt(now, board.day, columns)
  const scroll = useNowInSight(`${board.facility.code} ${board.day}`, at)
  useEffect(() => {
    const inSight = { block: 'nearest', inline: 'center' } as const
    if (props.opened) scroll.current?.querySelector('[data-opened]')?.scrollIntoView(inSight)
  }, [scroll, props.opened])
  if (columns.length === 0) return <p className="nothing">{closedWords(board)}</p>
  return (
    <div className={style.scroll} ref={scroll} data-board-keys data-rearranging={isRearranging || undefined}>
      <div className={style.sheet} style={{ '--columns': columns.length, '--at': at } as CSSProperties}>
        {at !== undefined && <span className={style.now} title={m.board_now({ time: formatTime(new Date(now)) })} aria-hidden />}
        <table
          className={style.grid}
          {...asGrid}
          aria-label={m.board_grid({ facility: board.facility.name })}
          aria-colcount={columns.length + 1}
        >
          <caption className={style.caption}>{title}</caption>
          <thead>
            <tr>
              <th scope="col" className={style.corner}>
                {isWeek(board) ? m.board_day() : m.board_court()}
              </th>
              {columns.map(({ start }) => (
                <th key={start} scope="col">
                  {timeFrom(start)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <GridRow key={row.key} {...props} row={row} index={index} now={now} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Where the grid is wider than the screen, it begins an hour or two before now. */
function useNowInSight(shown: string, at: number | undefined) {
  const scroll = useRef<HTMLDivElement>(null)
  const isToday = at !== undefined
  useEffect(() => {
    const { current: box } = scroll
    if (box && isToday) box.scrollLeft = box.scrollWidth * (at ?? 0) - box.clientWidth / 3
    // The line goes on; where the grid was scrolled to by then is left alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, isToday])
  return scroll
}

const rowLabel = (board: BoardAnswer, row: BoardRow): string =>
  isWeek(board) ? formatDay(momentAt(row.day, 0), getLocale()) : board.courts.find(({ venue2ndId }) => venue2ndId === row.courtId)!.name

function GridRow({ row, index, now, ...props }: Props & { row: BoardRow; index: number; now: number }) {
  const { board, columns } = props
  const label = rowLabel(board, row)
  return (
    <tr>
      <th scope="row" className={style.court}>
        {label}
      </th>
      {cellsOf(row, columns, board.holders).map((cell) => (
        <GridCell key={cell.col} {...props} cell={cell} index={index} label={label} isPast={endOf(cell, row, columns) <= now} />
      ))}
    </tr>
  )
}

type CellProps = Props & { cell: BoardCell; index: number; label: string; isPast: boolean }

function GridCell({ cell, index, label, isPast, ...props }: CellProps) {
  const { columns, isRearranging, target, opened, active, onFocusCell, onPress, onKeyDown, onGrab } = props
  const { col, span, kind } = cell
  const times = timesOf(cell, columns)
  const isTarget =
    target !== undefined && target.place.row === index && col < target.place.col + target.place.span && col + span > target.place.col
  const booking = kind === 'taken' && cell.own && cell.holders[0]!.kind === 'booking' ? cell.holders[0]! : undefined
  const isActive = active.row === index && active.col >= col && active.col < col + span
  const shared = {
    // A cell of a grid is a gridcell without saying so; a day has hundreds, and each attribute is written and sent for each of them.
    colSpan: span > 1 ? span : undefined,
    'data-holder': kind === 'taken' && cell.own ? cell.holders[0]!.id : undefined,
    'data-row': index,
    'data-col': col,
    'data-kind': kind === 'taken' ? cell.holders[0]!.kind : kind,
    'data-own': kind === 'taken' ? cell.own : undefined,
    'data-past': isPast || undefined,
    'data-opened': (kind === 'taken' && cell.holders.some(({ id }) => id === opened)) || undefined,
    'data-target': isTarget || undefined,
    'data-clash': (isTarget && kind !== 'free' && !(booking && booking.id === target.id)) || undefined,
    'data-moving': (booking && target?.id === booking.id) || undefined,
    tabIndex: isActive ? 0 : -1,
    onFocus: () => onFocusCell({ row: index, col }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, cell, index),
  } as const
  if (kind === 'closed') return <td {...shared} className={style.closed} aria-label={`${label} ${times} ${m.board_closed()}`} />
  if (kind === 'free')
    return (
      <td
        {...shared}
        className={style.free}
        aria-label={isPast ? m.board_past_cell({ court: label, times }) : m.board_free_cell({ court: label, times })}
        onClick={() => onPress(cell, index)}
      />
    )
  return (
    <td
      {...shared}
      className={style.taken}
      onClick={() => onPress(cell, index)}
      onPointerDown={(event) => onGrab(event, cell, index, false)}
    >
      <BookingCell cell={cell} label={label} times={times} />
      {isRearranging && booking && (
        <span
          className={style.edge}
          aria-hidden
          onPointerDown={(event) => {
            event.stopPropagation()
            onGrab(event, cell, index, true)
          }}
        />
      )}
    </td>
  )
}
