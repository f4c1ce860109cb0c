import { m } from '#i18n/generated/messages.js'
import { lockerNumbers } from '#modules/lockers/rules.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { NumberField, SelectInput, TextInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { isDrawable, mostColumns, mostRows, type Size, type Wall } from './edit-lockers.ts'
import style from './lockers-screen.module.css'
import { WallPlan, type SizeMark } from './wall-plan.tsx'

type Props = {
  wall: Wall
  path: string
  isNew: boolean
  sizes: Size[]
  marks: ReadonlyMap<string, SizeMark>
  rented: ReadonlySet<string>
  /** Numbers of all lockers that are saved. */
  saved: ReadonlySet<string>
  /** Undefined: it is removed. */
  onChange(wall: Wall | undefined): void
}

/** One wall: its drawing, its letter, the size of its lockers, columns and rows. */
export function WallRow({ wall, path, isNew, sizes, marks, rented, saved, onChange }: Props) {
  const numbers = isDrawable(wall) ? lockerNumbers(wall) : []
  const taken = [...rented].filter((number) => number.replace(/\d+$/, '') === wall.wall).length
  const mark = marks.get(wall.size) ?? { letter: '?', colour: 0, name: wall.size }
  return (
    <li className={style.thing}>
      <div className="facts">
        <b>{m.lockers_wall({ wall: wall.wall })}</b>
        <span className={style.counts}>{m.lockers_counts({ count: numbers.length, rented: taken })}</span>
        {isNew && <Chip tone="good">{m.staff_list_new()}</Chip>}
        <span className={style.end}>
          <StaffButton
            look="quiet"
            icon="remove"
            iconOnly
            aria-disabled={taken > 0 || undefined}
            onClick={() => taken === 0 && onChange(undefined)}
          >
            {taken > 0 ? m.lockers_wall_in_use() : m.lockers_remove_wall({ wall: wall.wall })}
          </StaffButton>
        </span>
      </div>
      <div className={style.wall}>
        <WallFields wall={wall} path={path} isNew={isNew} sizes={sizes} marks={marks} onChange={onChange} />
        {isDrawable(wall) ? (
          <WallPlan wall={wall} mark={mark} rented={rented} saved={saved} />
        ) : (
          <p className="nothing">{m.lockers_not_drawable({ columns: mostColumns, rows: mostRows })}</p>
        )}
      </div>
    </li>
  )
}

function WallFields({ wall, path, isNew, sizes, marks, onChange }: Omit<Props, 'rented' | 'saved'>) {
  return (
    <div className={style.fields}>
      {isNew && (
        <TextInput
          path={`${path}.wall`}
          label={m.lockers_wall_letter()}
          maxLength={3}
          spellCheck={false}
          autoComplete="off"
          value={wall.wall}
          onChange={(letter) => onChange({ ...wall, wall: letter.trim().toUpperCase() })}
        />
      )}
      <SelectInput path={`${path}.size`} label={m.lockers_size()} value={wall.size} onChange={(size) => onChange({ ...wall, size })}>
        {!marks.has(wall.size) && <option value={wall.size}>{wall.size}</option>}
        {sizes.map(({ code }) => (
          <option key={code} value={code}>
            {marks.get(code)?.letter} {marks.get(code)?.name}
          </option>
        ))}
      </SelectInput>
      <NumberField
        path={`${path}.columns`}
        label={m.lockers_columns()}
        min={1}
        max={mostColumns}
        value={wall.columns}
        onChange={(columns) => onChange({ ...wall, columns: columns as number })}
      />
      <NumberField
        path={`${path}.rows`}
        label={m.lockers_rows()}
        min={1}
        max={mostRows}
        value={wall.rows}
        onChange={(rows) => onChange({ ...wall, rows: rows as number })}
      />
    </div>
  )
}
