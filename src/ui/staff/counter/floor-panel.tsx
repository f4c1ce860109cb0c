import { m } from '#i18n/generated/messages.js'
import { addDays } from '#lib/zone.ts'
import type { CounterScheduleAnswer } from '#modules/desk/counter-wire.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import type { Slot } from './chosen.ts'
import { FloorGrid } from './floor-grid.tsx'
import style from './counter.module.css'

type Props = {
  schedule: CounterScheduleAnswer | undefined
  day: string
  chosen: readonly Slot[]
  onShow(where: { facility?: string; day?: string }): void
  onToggle(slot: Slot): void
  onPay(): void
}

/** Which floor: courts by hours of a day, one of which is the only tab stop. */
export function FloorPanel({ schedule, day, chosen, onShow, onToggle, onPay }: Props) {
  return (
    <Panel title={m.counter_floor()}>
      <div className="cluster bottom gap-3">
        <SelectField
          label={m.counter_facility()}
          value={schedule?.facility ?? ''}
          onChange={(event) => onShow({ facility: event.target.value })}
          required={false}
        >
          {schedule?.facilities.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className={style.days}>
          <StaffButton icon="left" iconOnly onClick={() => onShow({ day: addDays(day, -1) })}>
            {m.counter_day_before()}
          </StaffButton>
          <TextField
            label={m.counter_day()}
            type="date"
            value={day}
            onChange={(event) => event.target.value && onShow({ day: event.target.value })}
            required={false}
          />
          <StaffButton icon="right" iconOnly onClick={() => onShow({ day: addDays(day, 1) })}>
            {m.counter_day_after()}
          </StaffButton>
        </div>
      </div>
      {schedule && <FloorGrid {...{ schedule, chosen, onToggle, onPay }} onPage={(step) => onShow({ day: addDays(day, step) })} />}
    </Panel>
  )
}
