import { m } from '#i18n/generated/messages.js'
import type { DayName } from '#ui/staff/kit/catalogue-types.ts'
import { fieldId, useFieldError } from '#ui/staff/kit/fields.tsx'
import { dayLabels } from '#ui/staff/kit/say-words.ts'
import style from './day-chips.module.css'
import { dayNames, toggleDay } from './edit-hours.ts'

type Props = { path: string; days: readonly DayName[]; onChange(days: DayName[]): void }

/** Days of the week and holidays, as a row of toggles. */
export function DayChips({ path, days, onChange }: Props) {
  const error = useFieldError(path)
  return (
    <fieldset className="cluster gap-1" id={fieldId(path)} tabIndex={-1}>
      <legend className="sr-only">{m.catalogue_days()}</legend>
      {dayNames.map((name) => (
        <label key={name} className={style.day}>
          <input type="checkbox" checked={days.includes(name)} onChange={() => onChange(toggleDay(days, name))} />
          <span>{dayLabels[name]()}</span>
        </label>
      ))}
      {error && <p className={style.error}>{error}</p>}
    </fieldset>
  )
}
