import { m } from '#i18n/generated/messages.js'
import { useRovingGrid, type Spot } from '#ui/kit/roving-grid.ts'
import cellStyle from '#ui/availability/cell.module.css'
import type { CSSProperties } from 'react'
import style from './week-table.module.css'

export type WeekCell = {
  /** A state of the availability grid: free, booked, mine, closed, past, chosen. */
  state: string
  text: string
  said: string
  chosen: boolean
  /** Whether it can be chosen. */
  open: boolean
  /** Share of free dates from 0 to 1, drawn as a level. */
  share?: number | undefined
}

type Props = {
  label: string
  slots: { start: string; end: string }[]
  heads: { id: string; short: string; said: string; note?: string }[]
  cellAt(spot: Spot): WeekCell
  onChoose(spot: Spot): void
  onPage?(step: 1 | -1): void
}

/** Table of weekdays and hours, the same on a phone and on a wide screen. One tab stop; arrow keys move inside it. */
export function WeekTable({ label, slots, heads, cellAt, onChoose, onPage }: Props) {
  const spots = slots.flatMap((_, row) => heads.map((__, col) => ({ row, col })))
  const { active, grid } = useRovingGrid({
    rows: [0, slots.length - 1],
    cols: [0, heads.length - 1],
    first: spots.find((spot) => cellAt(spot).open) ?? { row: 0, col: 0 },
    onChoose: (spot) => {
      if (cellAt(spot).open) onChoose(spot)
    },
    onPage: (step) => onPage?.(step),
  })
  return (
    <table {...grid} className={style.table} role="grid" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{m.preorder_hour()}</span>
          </th>
          {heads.map(({ id, short, said, note }) => (
            <th key={id} scope="col">
              <span aria-hidden>{short}</span>
              {note && <small aria-hidden>{note}</small>}
              <span className="sr-only">{said}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.map(({ start }, row) => (
          <tr key={start}>
            <th scope="row">{start}</th>
            {heads.map(({ id }, col) => {
              const { state, text, said, chosen, open, share } = cellAt({ row, col })
              return (
                <td
                  key={id}
                  className={cellStyle.cell}
                  data-row={row}
                  data-col={col}
                  data-state={chosen ? 'chosen' : state}
                  data-share={share === undefined || chosen ? undefined : ''}
                  style={share === undefined ? undefined : ({ '--share': `${Math.round(share * 100)}%` } as CSSProperties)}
                  tabIndex={active.row === row && active.col === col ? 0 : -1}
                  aria-selected={open ? chosen : undefined}
                  aria-disabled={open ? undefined : true}
                >
                  {/* The visible text is short; screen readers get it in full. */}
                  <span className="sr-only">{said}</span>
                  <span aria-hidden>{text}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
