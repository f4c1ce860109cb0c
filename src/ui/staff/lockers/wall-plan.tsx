import { m } from '#i18n/generated/messages.js'
import { cabinetColumns, lockersOf } from '#modules/lockers/rules.ts'
import type { Wall } from './edit-lockers.ts'
import style from './wall-plan.module.css'

const [width, height, gap, between] = [26, 30, 3, 7]
const left = (column: number) => (column - 1) * (width + gap) + Math.floor((column - 1) / cabinetColumns) * between
const top = (row: number) => (row - 1) * (height + gap)

/** How a size is drawn: its letter, and the number of its colour. */
export type SizeMark = { letter: string; colour: number; name: string }

type Props = { wall: Wall; mark: SizeMark; rented: ReadonlySet<string>; saved: ReadonlySet<string> }

/** A wall seen from the front: each locker with its number and the letter of its size; rented ones are filled, new ones dashed. */
export function WallPlan({ wall, mark: { letter, colour, name }, rented, saved }: Props) {
  const lockers = lockersOf(wall)
  const [wide, high] = [left(wall.columns) + width + 2, top(wall.rows) + height + 2]
  const label = m.lockers_wall_drawn({
    wall: wall.wall,
    columns: wall.columns,
    rows: wall.rows,
    size: name,
    rented: lockers.filter(({ number }) => rented.has(number)).length,
  })
  return (
    <svg className={style.plan} data-colour={colour} width={wide} viewBox={`-1 -1 ${wide} ${high}`} role="img" aria-label={label}>
      {lockers.map(({ number, col, row }) => (
        <g
          key={number}
          className={style.locker}
          transform={`translate(${left(col)} ${top(row)})`}
          data-rented={rented.has(number) || undefined}
          data-new={!saved.has(number) || undefined}
        >
          <rect width={width} height={height} rx={3} />
          <text className={style.number} x={width / 2} y={9.5}>
            {number.slice(wall.wall.length)}
          </text>
          <text className={style.letter} x={width / 2} y={23}>
            {letter}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The letter of a size in its colour, as the walls are drawn. */
export const SizeBadge = ({ mark: { letter, colour } }: { mark: SizeMark }) => (
  <span className={style.badge} data-colour={colour} aria-hidden>
    {letter}
  </span>
)
