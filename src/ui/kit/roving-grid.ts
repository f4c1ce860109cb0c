import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

export type Spot = { row: number; col: number }
/** First and last index, both included. */
type Span = readonly [first: number, last: number]
type Size = { rows: Span; cols: Span }

const within = (at: number, [first, last]: Span) => Math.max(first, Math.min(last, at))

/** Target of a key press in the grid; undefined for keys that the grid does not handle. */
export function nextSpot(key: string, ctrl: boolean, { row, col }: Spot, { rows, cols }: Size): Spot | undefined {
  switch (key) {
    case 'ArrowRight':
      return { row, col: within(col + 1, cols) }
    case 'ArrowLeft':
      return { row, col: within(col - 1, cols) }
    case 'ArrowDown':
      return { row: within(row + 1, rows), col }
    case 'ArrowUp':
      return { row: within(row - 1, rows), col }
    case 'Home':
      return { row: ctrl ? rows[0] : row, col: cols[0] }
    case 'End':
      return { row: ctrl ? rows[1] : row, col: cols[1] }
    default:
      return undefined
  }
}

type Options = Size & { first: Spot; onChoose(spot: Spot): void; onPage(step: 1 | -1): void }

/**
 * Roving tabindex for an element with role=grid: one tab stop; arrow keys, Home and End move inside it, Enter and space choose,
 * PageUp and PageDown change the page. A cell is identified by data-row and data-col, which name the same cell on every page.
 */
export function useRovingGrid({ rows, cols, first, onChoose, onPage }: Options) {
  const [moved, setMoved] = useState<Spot>()
  const element = useRef<HTMLElement>(null)
  const turned = useRef(false)
  const wanted = moved ?? first
  const active = { row: within(wanted.row, rows), col: within(wanted.col, cols) }

  const cellAt = ({ row, col }: Spot) => element.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${col}"]`)

  // When the focused cell does not exist on the new page, the nearest one receives the focus.
  useLayoutEffect(() => {
    if (!turned.current || document.activeElement !== document.body) return
    cellAt(active)?.focus()
  })

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const spot = spotOf(event.target)
    if (!spot || event.altKey || event.metaKey) return
    turned.current = false
    if (event.key === 'Enter' || event.key === ' ') onChoose(spot)
    else if (event.key === 'PageDown' || event.key === 'PageUp') {
      turned.current = true
      onPage(event.key === 'PageDown' ? 1 : -1)
    } else {
      const next = nextSpot(event.key, event.ctrlKey, spot, { rows, cols })
      if (!next) return
      cellAt(next)?.focus()
    }
    event.preventDefault()
  }

  return {
    active,
    /** Props for the element with role=grid. */
    grid: {
      ref: (grid: HTMLElement | null) => void (element.current = grid),
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => setMoved(spotOf(event.target)),
      onClick: (event: { target: EventTarget }) => {
        const spot = spotOf(event.target)
        if (spot) onChoose(spot)
      },
    },
  }
}

function spotOf(target: EventTarget): Spot | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return cell ? { row: Number(cell.dataset['row']), col: Number(cell.dataset['col']) } : undefined
}
