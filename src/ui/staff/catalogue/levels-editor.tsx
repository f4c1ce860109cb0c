import { m } from '#i18n/generated/messages.js'
import { mostLevels } from '#modules/venues/price-rules.ts'
import type { LevelFile, LevelHoursFile, PriceListFile, TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import { addLevel, removeLevel } from '#ui/staff/kit/edit-prices.ts'
import { fieldId, focusField, TimeField, useFieldError, WordsField } from '#ui/staff/kit/fields.tsx'
import { levelName } from '#ui/staff/kit/say-words.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { DayChips } from './day-chips.tsx'
import { levelWeek, replaceAt, weekOf } from './edit-hours.ts'
import style from './entries.module.css'
import { WeekDrawing } from './week-drawing.tsx'

type Props = { list: PriceListFile; path: string; timetable: TimetableFile | undefined; onChange(list: PriceListFile): void }

/** The price levels of a list: their names, and the hours of all but the first, drawn over the opening hours. */
export function LevelsEditor({ list, path, timetable, onChange }: Props) {
  const { levels } = list
  const add = () => {
    // From the first opening to the last closing of a week; times compare as texts.
    const [from = '08:00'] = (timetable?.hours ?? []).map(({ opens }) => opens).toSorted()
    const to =
      (timetable?.hours ?? [])
        .map(({ closes }) => closes)
        .toSorted()
        .at(-1) ?? '22:00'
    onChange(addLevel(list, [{ days: ['holiday'], from, to }]))
    focusField(`${path}.levels.${levels.length}.name.tw`)
  }
  return (
    <div className={style.columns}>
      <div className="stack">
        {levels.map((level, n) => (
          <LevelEntry
            // Levels have no key of their own, and change while they are typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={n}
            level={level}
            n={n}
            path={`${path}.levels.${n}`}
            onChange={(next) => onChange({ ...list, levels: levels.with(n, next) })}
            onRemove={n > 0 && levels.length > 2 ? () => onChange(removeLevel(list, n)) : undefined}
          />
        ))}
        {levels.length < mostLevels && (
          <div>
            <StaffButton icon="plus" onClick={add}>
              {m.catalogue_add_level()}
            </StaffButton>
          </div>
        )}
      </div>
      <WeekDrawing
        label={m.catalogue_levels_title()}
        open={timetable ? weekOf(timetable, undefined) : new Map()}
        levels={levels.slice(1).map((level, n) => ({ name: levelName(level, n + 1), week: levelWeek(level) }))}
      />
    </div>
  )
}

type LevelProps = { level: LevelFile; n: number; path: string; onChange(level: LevelFile): void; onRemove: (() => void) | undefined }

function LevelEntry({ level, n, path, onChange, onRemove }: LevelProps) {
  const name = levelName(level, n)
  return (
    <fieldset className={style.level}>
      <legend>{name}</legend>
      <WordsField
        path={`${path}.name`}
        label={m.catalogue_level_name()}
        value={level.name}
        maxLength={20}
        onChange={(words) => onChange({ ...level, name: words })}
      />
      {n === 0 ? (
        <p className="note">{m.catalogue_level_first()}</p>
      ) : (
        <LevelHours hours={level.hours} name={name} path={`${path}.hours`} onChange={(hours) => onChange({ ...level, hours })} />
      )}
      {onRemove && (
        <div>
          <StaffButton look="quiet" icon="remove" onClick={onRemove}>
            {m.catalogue_remove_level({ level: name })}
          </StaffButton>
        </div>
      )}
    </fieldset>
  )
}

type HoursProps = { hours: LevelHoursFile[]; name: string; path: string; onChange(hours: LevelHoursFile[]): void }

function LevelHours({ hours, name, path, onChange }: HoursProps) {
  const error = useFieldError(path)
  return (
    <>
      {hours.map((entry, n) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={n} className={style.entry}>
          <DayChips path={`${path}.${n}.days`} days={entry.days} onChange={(days) => onChange(replaceAt(hours, n, { days }))} />
          <div className={style.times}>
            <TimeField
              path={`${path}.${n}.from`}
              label={m.catalogue_peak_from()}
              value={entry.from}
              onChange={(from) => onChange(replaceAt(hours, n, { from }))}
            />
            <TimeField
              path={`${path}.${n}.to`}
              label={m.catalogue_peak_to()}
              value={entry.to}
              onChange={(to) => onChange(replaceAt(hours, n, { to }))}
            />
            <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(hours.toSpliced(n, 1))}>
              {m.catalogue_remove_entry()}
            </StaffButton>
          </div>
        </div>
      ))}
      <div>
        <StaffButton
          icon="plus"
          id={fieldId(path)}
          onClick={() => onChange([...hours, { days: ['sat', 'sun'], from: '12:00', to: '22:00' }])}
        >
          {m.catalogue_add_level_hours({ level: name })}
        </StaffButton>
        {error && <p className={style.wrong}>{error}</p>}
      </div>
    </>
  )
}
