import { momentAt, timeFrom, type Day } from '#lib/zone.ts'
import type { BoardAnswer, BoardHolder } from '#modules/desk/wire.ts'

/** The board as a grid: a row for each court of a day, or for each day of one court's week; a column for each slot. */
export type BoardColumn = { start: number; end: number }
export type BoardRow = { key: string; courtId: number; day: Day; /** Starts of the slots in which it is open. */ open: ReadonlySet<number> }

/** Consecutive slots of a row with the same holders; a free slot is a cell of its own. */
export type BoardCell =
  | { kind: 'free'; col: number; span: 1 }
  | { kind: 'closed'; col: number; span: number }
  | { kind: 'taken'; col: number; span: number; holders: BoardHolder[]; /** Its own court, not one that shares the floor. */ own: boolean }

/** In milliseconds. The centre's zone has no change of the clock, so that a minute of the day is so long after midnight. */
const minute = 60_000

export const isWeek = ({ days }: Pick<BoardAnswer, 'days'>): boolean => days.length > 1

export function columnsOf({ days }: Pick<BoardAnswer, 'days'>): BoardColumn[] {
  const byStart = new Map(days.flatMap(({ slots }) => slots.map((slot) => [slot.start, slot] as const)))
  return [...byStart.values()].toSorted((a, b) => a.start - b.start)
}

export function rowsOf({ days, courts }: Pick<BoardAnswer, 'days' | 'courts'>): BoardRow[] {
  return days.flatMap(({ day, slots }) => {
    const open = new Set(slots.map(({ start }) => start))
    return courts.map(({ venue2ndId }) => ({ key: `${day} ${venue2ndId}`, courtId: venue2ndId, day, open }))
  })
}

export function cellsOf(row: BoardRow, columns: readonly BoardColumn[], holders: readonly BoardHolder[]): BoardCell[] {
  const mine = holders
    .filter(({ venue2ndIds }) => venue2ndIds.includes(row.courtId))
    .map((holder) => ({ holder, start: Date.parse(holder.start), end: Date.parse(holder.end) }))
  const midnight = momentAt(row.day, 0).getTime()
  const cells: BoardCell[] = []
  for (const [col, { start, end }] of columns.entries()) {
    const [from, to] = [midnight + start * minute, midnight + end * minute]
    const here = mine.filter((one) => one.start < to && one.end > from).map(({ holder }) => holder)
    const last = cells.at(-1)
    if (here.length > 0) {
      if (last?.kind === 'taken' && sameHolders(last.holders, here)) last.span++
      else cells.push({ kind: 'taken', col, span: 1, holders: here, own: here.length === 1 && here[0]!.venue2ndIds[0] === row.courtId })
    } else if (!row.open.has(start)) {
      if (last?.kind === 'closed') last.span++
      else cells.push({ kind: 'closed', col, span: 1 })
    } else cells.push({ kind: 'free', col, span: 1 })
  }
  return cells
}

/** When a cell ends, in milliseconds. */
export const endOf = ({ col, span }: BoardCell, { day }: BoardRow, columns: readonly BoardColumn[]): number =>
  momentAt(day, columns[col + span - 1]!.end).getTime()

/** Where now is between the left and the right edge of a day's columns, from 0 to 1; undefined outside of them. */
export function nowAt(now: number, day: Day, columns: readonly BoardColumn[]): number | undefined {
  const at = (now - momentAt(day, 0).getTime()) / minute
  const col = columns.findIndex(({ start, end }) => start <= at && at < end)
  if (col < 0) return undefined
  const { start, end } = columns[col]!
  return (col + (at - start) / (end - start)) / columns.length
}

const sameHolders = (a: readonly BoardHolder[], b: readonly BoardHolder[]) =>
  a.length === b.length && a.every(({ id }, n) => id === b[n]!.id)

/** Where a booking would go: a row, its first column and its length in columns. */
export type Place = { row: number; col: number; span: number }

export type Size = { rows: number; cols: number }

/** The place moved by rows and columns, kept on the board. */
export const shift = ({ row, col, span }: Place, rows: number, cols: number, size: Size): Place => ({
  row: clamp(row + rows, 0, size.rows - 1),
  col: clamp(col + cols, 0, size.cols - span),
  span,
})

/** The place made longer or shorter at its end; never shorter than one slot. */
export const stretch = ({ row, col, span }: Place, by: number, size: Size): Place => ({
  row,
  col,
  span: clamp(span + by, 1, size.cols - col),
})

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

export const isSamePlace = (a: Place, b: Place): boolean => a.row === b.row && a.col === b.col && a.span === b.span

/** Court and period of a place, as calls take them. */
export function spotAt(place: Place, rows: readonly BoardRow[], columns: readonly BoardColumn[]) {
  const row = rows[place.row]!
  const [first, last] = [columns[place.col]!, columns[place.col + place.span - 1]!]
  return { venue2ndId: row.courtId, start: momentAt(row.day, first.start).toISOString(), end: momentAt(row.day, last.end).toISOString() }
}

/** Place of a court and period on the board; undefined when it is not shown. */
export function placeOf(
  spot: { venue2ndId: number; start: string; end: string },
  rows: readonly BoardRow[],
  columns: readonly BoardColumn[],
): Place | undefined {
  const row = rows.findIndex(
    ({ courtId, day }) =>
      courtId === spot.venue2ndId &&
      Date.parse(spot.start) >= momentAt(day, 0).getTime() &&
      Date.parse(spot.end) <= momentAt(day, 24 * 60).getTime(),
  )
  if (row < 0) return undefined
  const { day } = rows[row]!
  const covered = columns.flatMap(({ start, end }, col) =>
    momentAt(day, start).getTime() < Date.parse(spot.end) && momentAt(day, end).getTime() > Date.parse(spot.start) ? [col] : [],
  )
  return covered.length > 0 ? { row, col: covered[0]!, span: covered.length } : undefined
}

/** Length in columns that a parked booking needs. */
export const spanOf = (minutes: number, columns: readonly BoardColumn[]): number => {
  const slot = columns[0] ? columns[0].end - columns[0].start : 60
  return Math.max(1, Math.round(minutes / slot))
}

/** 19:00–21:00 */
export const timesOf = (place: Pick<Place, 'col' | 'span'>, columns: readonly BoardColumn[]): string =>
  `${timeFrom(columns[place.col]!.start)}–${timeFrom(columns[place.col + place.span - 1]!.end)}`

/** The cell that the Tab key leads to first: the first court at the current hour, or today in a week; otherwise the first cell. */
export function firstFocus(now: number, board: Pick<BoardAnswer, 'days'>, rows: readonly BoardRow[], columns: readonly BoardColumn[]) {
  const row = rows.findIndex(({ day }) => nowAt(now, day, columns) !== undefined)
  if (row < 0) return { row: 0, col: 0 }
  const at = nowAt(now, rows[row]!.day, columns)!
  return { row: isWeek(board) ? row : 0, col: Math.floor(at * columns.length) }
}

/** The booking of a cell that can be moved from there: a running or coming one, on its own court. */
export function movableOf(cell: BoardCell, now: number): (BoardHolder & { booking: NonNullable<BoardHolder['booking']> }) | undefined {
  if (cell.kind !== 'taken' || !cell.own) return undefined
  const [holder] = cell.holders
  if (!holder?.booking || holder.booking.missed || Date.parse(holder.end) <= now) return undefined
  return { ...holder, booking: holder.booking }
}

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean }
/** What a key does on the board. */
export type KeyDeed =
  | { kind: 'focus'; row: number; col: number }
  | { kind: 'pick-up' }
  | { kind: 'carry'; place: Place }
  | { kind: 'put-down' }
  | { kind: 'let-go' }
  | { kind: 'park' }
  | { kind: 'open' }

const arrows: Record<string, readonly [rows: number, cols: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Arrow keys, Home and End move the focus and nothing else, so that bookings can be walked past. Enter or Space picks up a booking
 * that can be moved; from then on arrow keys carry it, with Shift they change its length, Enter or Space puts it down.
 */
export function deedOf(
  { key, shiftKey, ctrlKey }: Pressed,
  at: { cell: Pick<BoardCell, 'col' | 'span'>; row: number; size: Size; carried: Place | undefined; canPickUp: boolean },
): KeyDeed | undefined {
  const { cell, row, size, carried } = at
  if (key === 'Home') return { kind: 'focus', row: ctrlKey ? 0 : row, col: 0 }
  if (key === 'End') return { kind: 'focus', row: ctrlKey ? size.rows - 1 : row, col: size.cols - 1 }
  if (ctrlKey) return undefined
  const isPress = key === 'Enter' || key === ' '
  const arrow = arrows[key]
  if (key.toLowerCase() === 'p' && (carried || at.canPickUp)) return { kind: 'park' }
  if (carried) {
    if (key === 'Escape') return { kind: 'let-go' }
    if (isPress) return { kind: 'put-down' }
    if (!arrow) return undefined
    const [rows, cols] = arrow
    return { kind: 'carry', place: shiftKey && cols !== 0 ? stretch(carried, cols, size) : shift(carried, rows, cols, size) }
  }
  if (isPress) return { kind: at.canPickUp ? 'pick-up' : 'open' }
  return arrow && { kind: 'focus', ...nextOf(cell, row, arrow, size) }
}

function nextOf(cell: Pick<BoardCell, 'col' | 'span'>, row: number, [rows, cols]: readonly [number, number], size: Size) {
  const col = cols > 0 ? cell.col + cell.span : cols < 0 ? cell.col - 1 : cell.col
  return { row: clamp(row + rows, 0, size.rows - 1), col: clamp(col, 0, size.cols - 1) }
}

/** A name as a sheet at the door may show it: the first and the last character. */
export function maskedName(name: string): string {
  const letters = [...name.trim()]
  if (letters.length < 2) return name
  if (/\p{Script=Han}/u.test(letters[0]!))
    return letters.length === 2 ? `${letters[0]}○` : `${letters[0]}${'○'.repeat(letters.length - 2)}${letters.at(-1)}`
  const [first, ...rest] = name.trim().split(/\s+/)
  return [first, ...rest.map((word) => `${[...word][0]}.`)].join(' ')
}
