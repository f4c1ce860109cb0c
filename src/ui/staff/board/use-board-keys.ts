import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { isSamePlace, placeOf, shift, spotAt, stretch, type BoardCell, type BoardColumn, type BoardRow, type Place } from './board-model.ts'
import type { Draft, Rearrange } from './use-rearrange.ts'

type Board = { rows: BoardRow[]; columns: BoardColumn[]; isRearranging: boolean; rearrange: Rearrange }

const arrows: Record<string, readonly [rows: number, cols: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The booking of a cell, if it may be moved from there. */
function draftOf(cell: BoardCell, row: number, { rows, columns }: Board): Draft | undefined {
  if (cell.kind !== 'taken' || !cell.own) return undefined
  const [holder] = cell.holders
  if (!holder?.booking || holder.booking.missed) return undefined
  const { id, title, booking, start, end } = holder
  const spot = { venue2ndId: rows[row]!.courtId, start, end }
  const place = placeOf(spot, rows, columns)
  return place && { id, title, moves: booking.moves, from: spot, place, dropped: false }
}

/**
 * Keys and pointer of the grid. Arrow keys move the focus; while rearranging they move the focused booking (with Shift they make
 * it longer or shorter), Enter lets go of it, Escape gives up, P parks it. A drag does the same.
 */
export function useBoardKeys(board: Board, onOpen: (cell: BoardCell, row: number) => void) {
  const { rows, columns, isRearranging, rearrange } = board
  const { draft, setDraft } = rearrange
  const [active, setActive] = useState({ row: 0, col: 0 })
  const dragged = useRef(false)
  const size = { rows: rows.length, cols: columns.length }

  const letGo = (moved: Draft) => {
    const isBack = moved.from && isSamePlace(placeOf(moved.from, rows, columns) ?? moved.place, moved.place)
    if (isBack) setDraft(undefined)
    else void rearrange.drop(moved, spotAt(moved.place, rows, columns))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, cell: BoardCell, row: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    const mine = isRearranging ? (draft ?? draftOf(cell, row, board)) : undefined
    if (event.key === 'Escape' && draft) setDraft(undefined)
    else if (event.key === 'Enter' && draft) letGo(draft)
    else if (event.key.toLowerCase() === 'p' && mine?.from) void rearrange.park(mine)
    else if (arrow && mine) {
      const place = event.shiftKey && arrow[1] !== 0 ? stretch(mine.place, arrow[1], size) : shift(mine.place, arrow[0], arrow[1], size)
      setDraft({ ...mine, place, dropped: false })
    } else if (arrow) focusCell(event.currentTarget, nextOf(cell, row, arrow, size))
    else if (event.key === 'Enter' || event.key === ' ') onOpen(cell, row)
    else return
    event.preventDefault()
  }

  function onGrab(event: PointerEvent<HTMLElement>, cell: BoardCell, row: number, edge: boolean): void {
    const mine = isRearranging && event.button === 0 ? draftOf(cell, row, board) : undefined
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

function nextOf(cell: BoardCell, row: number, [rows, cols]: readonly [number, number], size: { rows: number; cols: number }) {
  const col = cols > 0 ? cell.col + cell.span : cols < 0 ? cell.col - 1 : cell.col
  return { row: Math.max(0, Math.min(size.rows - 1, row + rows)), col: Math.max(0, Math.min(size.cols - 1, col)) }
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
