import { m } from '#i18n/generated/messages.js'
import { FieldError } from '#ui/kit/field.tsx'
import { CheckChip } from '#ui/kit/radio-chips.tsx'
import type { DayName } from '#ui/staff/kit/catalogue-types.ts'
import { fieldId, useFieldError } from '#ui/staff/kit/fields.tsx'
import { dayLabels } from '#ui/staff/kit/say-words.ts'
import { dayNames, toggleDay } from './edit-hours.ts'

type Props = { path: string; days: readonly DayName[]; onChange(days: DayName[]): void }

/** Days of the week and holidays, as a row of toggles. */
export function DayChips({ path, days, onChange }: Props) {
  const error = useFieldError(path)
  return (
    <fieldset className="cluster gap-1" id={fieldId(path)} tabIndex={-1}>
      <legend className="sr-only">{m.catalogue_days()}</legend>
      {dayNames.map((name) => (
        <CheckChip key={name} checked={days.includes(name)} onChange={() => onChange(toggleDay(days, name))}>
          {dayLabels[name]()}
        </CheckChip>
      ))}
      {error && <FieldError id={fieldId(path)}>{error}</FieldError>}
    </fieldset>
  )
}
