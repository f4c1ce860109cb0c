import { cabinetColumns } from '#modules/lockers/rules.ts'
import style from './lockers.module.css'
import type { Wall } from './plan-model.ts'

const [width, height, gap, between] = [10, 13, 2, 5]
const left = (column: number) => (column - 1) * (width + gap) + Math.floor((column - 1) / cabinetColumns) * between
const top = (row: number) => (row - 1) * (height + gap)

/** A wall seen from the front with one locker marked. Decoration: the text beside it says the same. */
export function WallDrawing({ wall: { columns, rows, lockers }, lockerId }: { wall: Wall; lockerId: number }) {
  return (
    <svg className={style.wall} viewBox={`-3 -3 ${left(columns) + width + 6} ${top(rows) + height + 6}`} aria-hidden>
      {lockers.map(({ id, column, row }) => (
        <rect
          key={id}
          className={id === lockerId ? style.marked : style.locker}
          x={left(column)}
          y={top(row)}
          width={width}
          height={height}
          rx={1.5}
        />
      ))}
    </svg>
  )
}
