import { m } from '#i18n/generated/messages.js'
import cell from '#ui/availability/cell.module.css'
import { useRovingGrid } from '#ui/kit/roving-grid.ts'
import style from './floor-plan.module.css'
import { planWord, sizeName, type PlanLocker, type SizeOffer } from './locker-words.ts'
import { cabinetsOf, type Cabinet, type Wall } from './plan-model.ts'

/** Without `onChoose` the plan is read-only. */
type Choosing = { chosenId: number | undefined; onChoose: ((locker: PlanLocker) => void) | undefined }

/** The walls with their lockers. Each state has a colour, a shape and a word. */
export function FloorPlan({ walls, sizes, ...choosing }: { walls: Wall[]; sizes: readonly SizeOffer[] } & Choosing) {
  return (
    <div className="stack gap-6">
      {walls.map((wall) => (
        <section key={wall.wall} className={style.wall} data-size={wall.lockers[0]?.size} aria-labelledby={`wall-${wall.wall}`}>
          <h3 id={`wall-${wall.wall}`}>
            {m.locker_wall({ wall: wall.wall })}
            <span>
              {wall.lockers[0] && sizeName(sizes, wall.lockers[0].size)} ·{' '}
              {m.locker_free_count({ count: wall.lockers.filter(({ status }) => status === 'free').length })}
            </span>
          </h3>
          <div className="pair">
            {cabinetsOf(wall).map((cabinet) => (
              <CabinetGrid key={cabinet.columns[0]} cabinet={cabinet} sizes={sizes} {...choosing} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

export function PlanLegend() {
  return (
    <ul className={style.legend} aria-label={m.locker_legend()}>
      {(['free', 'taken', 'mine'] as const).map((status) => (
        <li key={status}>
          <span className={`${cell.cell} ${style.locker}`} data-state={status} aria-hidden />
          {planWord[status]()}
        </li>
      ))}
    </ul>
  )
}

type GridProps = { cabinet: Cabinet; sizes: readonly SizeOffer[] } & Choosing

function CabinetGrid({ cabinet: { name, rows, columns }, sizes, chosenId, onChoose }: GridProps) {
  const all = rows.flat()
  const at = (row: number, col: number) => all.find((locker) => locker.row === row && locker.column === col)
  const first = all.find(({ status }) => status === 'free') ?? all[0]!
  const { active, grid } = useRovingGrid({
    rows: [rows[0]![0]!.row, rows.at(-1)![0]!.row],
    cols: columns,
    first: { row: first.row, col: first.column },
    onChoose: ({ row, col }) => {
      const locker = at(row, col)
      if (locker?.status === 'free') onChoose?.(locker)
    },
    onPage: () => {},
  })
  // When the active locker is no longer shown, the first one is the tab stop.
  const stop = at(active.row, active.col) ?? first
  return (
    <div {...grid} role="grid" className={style.cabinet} aria-label={m.locker_cabinet({ name })}>
      {rows.map((line) => (
        <div key={line[0]!.row} role="row" className={style.row}>
          {line.map((locker) => (
            <LockerCell
              key={locker.id}
              locker={locker}
              size={sizeName(sizes, locker.size)}
              chosen={locker.id === chosenId}
              choosable={onChoose !== undefined && locker.status === 'free'}
              tabbed={locker.id === stop.id}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type CellProps = { locker: PlanLocker; size: string; chosen: boolean; choosable: boolean; tabbed: boolean }

function LockerCell({ locker: { number, row, column, status }, size, chosen, choosable, tabbed }: CellProps) {
  const word = chosen ? m.locker_chosen() : planWord[status]()
  return (
    <div
      role="gridcell"
      className={`${cell.cell} ${style.locker}`}
      data-row={row}
      data-col={column}
      data-state={chosen ? 'chosen' : status}
      tabIndex={tabbed ? 0 : -1}
      aria-selected={chosen}
      aria-disabled={!choosable || undefined}
    >
      <b>{number}</b>
      <span className="sr-only">{size}</span>
      <small>{word}</small>
    </div>
  )
}
