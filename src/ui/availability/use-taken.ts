import { useEffect, useRef } from 'react'

/** How long the motion of a cell lasts at most, in milliseconds. */
const shownFor = 400

const isGone = (before: string | undefined, now: string): boolean => before === 'free' && (now === 'held' || now === 'booked')

/** Cells, by their places, whose time was free before and is somebody else's now. */
export const takenBetween = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] =>
  [...now].flatMap(([place, state]) => (isGone(before.get(place), state) ? [place] : []))

/**
 * Marks cells for a moment when somebody else takes their time before one's eyes. `what` is what is shown: another day or court is no
 * change of a cell. Places are `row col`.
 */
export function useTaken(what: string, states: ReadonlyMap<string, string>, grid: string): void {
  const shown = useRef<{ what: string; states: ReadonlyMap<string, string> }>(undefined)
  useEffect(() => {
    const before = shown.current
    shown.current = { what, states }
    if (before?.what !== what) return
    for (const place of takenBetween(before.states, states)) {
      const [row, col] = place.split(' ')
      const cell = document.querySelector<HTMLElement>(`${grid}[role=grid] [data-row="${row}"][data-col="${col}"]`)
      if (!cell) continue
      cell.dataset['taken'] = ''
      setTimeout(() => delete cell.dataset['taken'], shownFor)
    }
  })
}
