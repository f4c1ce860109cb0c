import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { focusField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { goneFrom, newWall, numbersIn, type Size, type Wall } from './edit-lockers.ts'
import style from './lockers-screen.module.css'
import { WallRow } from './wall-row.tsx'
import type { SizeMark } from './wall-plan.tsx'

type Props = {
  walls: Wall[]
  saved: Wall[]
  sizes: Size[]
  marks: ReadonlyMap<string, SizeMark>
  rented: ReadonlySet<string>
  onChange(walls: Wall[]): void
}

/** Walls of lockers, each drawn from the front, and what the edit takes away. */
export function WallsPanel({ walls, saved, sizes, marks, rented, onChange }: Props) {
  const add = () => {
    if (sizes.length === 0) return
    onChange([...walls, newWall(walls, sizes)])
    focusField(`walls.${walls.length}.wall`)
  }
  const savedNumbers = new Set(numbersIn(saved))
  return (
    <Panel
      title={m.lockers_walls()}
      lead={m.lockers_walls_lead()}
      actions={
        <StaffButton icon="plus" aria-disabled={sizes.length === 0 || undefined} onClick={add}>
          {m.lockers_add_wall()}
        </StaffButton>
      }
    >
      <Legend />
      {walls.length === 0 && <p className="nothing">{m.lockers_no_walls()}</p>}
      <ol className="stack">
        {walls.map((wall, at) => {
          const isNew = !saved.some((one) => one.wall === wall.wall) || walls.findIndex((one) => one.wall === wall.wall) !== at
          return (
            <WallRow
              // By place: the letter of a new one is being typed.
              key={isNew ? `new ${at}` : wall.wall}
              wall={wall}
              path={`walls.${at}`}
              isNew={isNew}
              sizes={sizes}
              marks={marks}
              rented={rented}
              saved={savedNumbers}
              onChange={(to) => onChange(walls.flatMap((one, n) => (n === at ? (to ?? []) : one)))}
            />
          )
        })}
      </ol>
      <Gone numbers={goneFrom(saved, walls)} rented={rented} />
    </Panel>
  )
}

const Legend = () => (
  <p className={style.legend}>
    <span data-look="free">{m.lockers_legend_free()}</span>
    <span data-look="rented">{m.lockers_legend_rented()}</span>
    <span data-look="new">{m.lockers_legend_new()}</span>
  </p>
)

/** Numbers that are named; of more, how many there are. */
const mostNamed = 12

/** Lockers that the edit takes away: those that are rented cannot go. */
function Gone({ numbers, rented }: { numbers: string[]; rented: ReadonlySet<string> }) {
  if (numbers.length === 0) return null
  const held = numbers.filter((number) => rented.has(number))
  const list = (all: string[]) => joinList(all.slice(0, mostNamed), getLocale()) + (all.length > mostNamed ? ' …' : '')
  return (
    <div className={style.gone} data-wrong={held.length > 0 || undefined} role="status">
      <p>{m.lockers_gone({ count: numbers.length, numbers: list(numbers) })}</p>
      {held.length > 0 && <p>{m.lockers_gone_rented({ count: held.length, numbers: list(held) })}</p>}
    </div>
  )
}
