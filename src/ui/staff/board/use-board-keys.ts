import type { BoardAnswer } from '#modules/desk/wire.ts'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import {
  deedOf,
  firstFocus,
  isSamePlace,
  movableOf,
  placeOf,
  shift,
  spotAt,
  stretch,
  type BoardCell,
  type BoardColumn,
  type BoardRow,
  type Place,
} from './board-model.ts'
import type { Draft, Rearrange } from './use-rearrange.ts'

type Board = { board: BoardAnswer; rows: BoardRow[]; columns: BoardColumn[]; isRearranging: boolean; rearrange: Rearrange }

/** The booking of a cell, if it may be moved from there. */
function draftOf(cell: BoardCell, row: number, { board, rows, columns }: Board): Draft | undefined {
  const holder = movableOf(cell, Date.parse(board.serverTime))
  if (!holder) return undefined
  const { id, title, booking, start, end } = holder
  const spot = { venue2ndId: rows[row]!.courtId, start, end }
  const place = placeOf(spot, rows, columns)
  return place && { id, title, moves: booking.moves, from: spot, place, dropped: false }
}

/** The one cell of the board that the Tab key leads to. It begins at the current hour of each board that is opened. */
function useActiveCell({ board, rows, columns }: Board) {
  const shown = `${board.facility.code} ${board.day} ${board.days.length}`
  const [chosen, setChosen] = useState<{ shown: string; row: number; col: number }>()
  const active = chosen?.shown === shown ? chosen : firstFocus(Date.parse(board.serverTime), board, rows, columns)
  return [active, (spot: { row: number; col: number }) => setChosen({ ...spot, shown })] as const
}

/** After a booking was put down, let go of or put back, the focus is at it, unless it has gone elsewhere meanwhile. */
function useFocusOnSettled({ board, rearrange: { settled, setSettled } }: Board): void {
  useEffect(() => {
    if (!settled) return
    const holder = board.holders.find(({ id }) => id === settled.id)
    // The board may still be the one from before the move.
    if (!holder || Date.parse(holder.start) !== Date.parse(settled.at.start) || holder.venue2ndIds[0] !== settled.at.venue2ndId) return
    setSettled(undefined)
    const { activeElement: focused } = document
    if (focused === document.body || focused?.closest('[data-board-keys]'))
      document.querySelector<HTMLElement>(`[data-holder="${CSS.escape(settled.id)}"]`)?.focus({ preventScroll: true })
  }, [settled, setSettled, board])
}

/** Keys and pointer of the grid; which key does what says `deedOf`. A drag does the same as picking up and putting down. */
export function useBoardKeys(grid: Board, onOpen: (cell: BoardCell, row: number) => void) {
  const { rows, columns, isRearranging, rearrange } = grid
  const { draft, setDraft } = rearrange
  const [active, setActive] = useActiveCell(grid)
  const dragged = useRef(false)
  const size = { rows: rows.length, cols: columns.length }
  useFocusOnSettled(grid)

  const letGo = (moved: Draft) => {
    const isBack = moved.from && isSamePlace(placeOf(moved.from, rows, columns) ?? moved.place, moved.place)
    if (isBack) setDraft(undefined)
    else void rearrange.drop(moved, spotAt(moved.place, rows, columns))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, cell: BoardCell, row: number): void {
    if (event.metaKey || event.altKey) return
    const carried = isRearranging ? draft : undefined
    const mine = isRearranging ? (draft ?? draftOf(cell, row, grid)) : undefined
    const deed = deedOf(event, { cell, row, size, carried: carried?.place, canPickUp: mine?.from != null })
    if (!deed) return
    event.preventDefault()
    if (deed.kind === 'focus') focusCell(event.currentTarget, deed)
    else if (deed.kind === 'open') onOpen(cell, row)
    else if (deed.kind === 'let-go') setDraft(undefined)
    else if (deed.kind === 'pick-up') setDraft(mine)
    else if (deed.kind === 'carry') setDraft({ ...mine!, place: deed.place, dropped: false })
    else if (deed.kind === 'put-down') letGo(mine!)
    else if (mine!.from) void rearrange.park(mine!)
  }

  function onGrab(event: PointerEvent<HTMLElement>, cell: BoardCell, row: number, edge: boolean): void {
    const mine = isRearranging && event.button === 0 ? draftOf(cell, row, grid) : undefined
    if (mine) follow(event, { mine, edge, size, dragged, setDraft, letGo, park: () => void rearrange.park(mine) })
  }

  /** A press on a cell: a parked booking that was picked goes there; otherwise the cell is opened. */
  function onPress(cell: BoardCell, row: number): void {
    if (dragged.current) return
    if (isRearranging && draft && draft.from === null) {
      const place = shift({ row, col: cell.col, span: draft.place.span }, 0, 0, size)
      void rearrange.drop({ ...draft, place }, spotAt(place, rows, columns))
    } else if (!isRearranging || cell.kind === 'taken') onOpen(cell, row)
  }

  return { active, onFocusCell: setActive, onKeyDown, onGrab, onPress }
}

function focusCell(from: HTMLElement, { row, col }: { row: number; col: number }): void {
  const cells = [...(from.closest('table')?.querySelectorAll<HTMLTableCellElement>(`[data-row="${row}"]`) ?? [])]
  cells.find(({ dataset, colSpan }) => Number(dataset['col']) <= col && col < Number(dataset['col']) + colSpan)?.focus()
}

/** The column of a cell under the pointer: cells of several slots have several. */
function columnUnder(x: number, y: number, cell: HTMLElement | null): number {
  const td = (cell ?? document.elementFromPoint(x, y))?.closest<HTMLTableCellElement>('td[data-row]')
  if (!td) return 0
  const { left, width } = td.getBoundingClientRect()
  const { colSpan: span } = td
  return Number(td.dataset['col']) + Math.max(0, Math.min(span - 1, Math.floor(((x - left) / width) * span)))
}

type Dragging = { mine: Place; grab: number; edge: boolean; size: { rows: number; cols: number } }

function placeUnder({ clientX, clientY }: globalThis.PointerEvent, { mine, grab, edge, size }: Dragging): Place | undefined {
  const td = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]')
  if (!td) return undefined
  const col = columnUnder(clientX, clientY, td)
  if (edge) return stretch({ ...mine, span: 1 }, Math.max(0, col - mine.col), size)
  return shift({ row: Number(td.dataset['row']), col: Math.max(0, col - grab), span: mine.span }, 0, 0, size)
}

type Following = {
  mine: Draft
  edge: boolean
  size: { rows: number; cols: number }
  dragged: { current: boolean }
  setDraft(draft: Draft | undefined): void
  letGo(draft: Draft): void
  park(): void
}

/** Follows the pointer until it is let go of: on a cell the booking goes there, on the tray it is parked. */
function follow(event: PointerEvent<HTMLElement>, { mine, edge, size, dragged, setDraft, letGo, park }: Following): void {
  event.preventDefault()
  const grab = edge ? 0 : columnUnder(event.clientX, event.clientY, event.currentTarget) - mine.place.col
  const begun = { x: event.clientX, y: event.clientY }
  let last: Draft | undefined
  const onMove = (to: globalThis.PointerEvent) => {
    if (!last && Math.hypot(to.clientX - begun.x, to.clientY - begun.y) < 5) return
    const place = placeUnder(to, { mine: mine.place, grab, edge, size })
    last = { ...mine, place: place ?? last?.place ?? mine.place }
    dragged.current = true
    setDraft(last)
  }
  const onUp = (at: globalThis.PointerEvent) => {
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onUp)
    // The click that follows a drag opens nothing.
    setTimeout(() => (dragged.current = false))
    if (!last) return
    if (at.type === 'pointercancel') setDraft(undefined)
    else if (!edge && document.elementFromPoint(at.clientX, at.clientY)?.closest('[data-tray]')) park()
    else letGo(last)
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', onUp)
  addEventListener('pointercancel', onUp)
}
