import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayShort } from '#i18n/weekdays.ts'
import type { FacilityFile, HolidayFile } from '#ui/staff/kit/catalogue-types.ts'
import { CheckInput, FieldErrorsProvider, NumberField, SelectInput, TimeField } from '#ui/staff/kit/fields.tsx'
import { say } from '#ui/staff/kit/say-words.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import type { Begun } from './begun.ts'
import style from './setup.module.css'
import {
  isCountable,
  onHoliday,
  withCourtAgain,
  withCourtCount,
  withHoliday,
  withoutCourt,
  withSameHours,
  wrongHours,
  type OnHoliday,
  type SameHours,
} from './shape-begun.ts'

const mostCourts = 40

type Props = { begun: Begun; onChange(begun: Begun): void }

/** Which facilities of a template are made, and how many courts they have. */
export function BegunFacilities({ begun, onChange }: Props) {
  const { offered = [], changes } = begun
  const chosen = changes.facilities ?? []
  const set = (codes: ReadonlySet<string>, changed?: FacilityFile) =>
    onChange({
      ...begun,
      changes: {
        ...changes,
        facilities: offered
          .filter(({ code }) => codes.has(code))
          .map((one) => (changed?.code === one.code ? changed : (chosen.find(({ code }) => code === one.code) ?? one))),
      },
    })
  const codes = new Set(chosen.map(({ code }) => code))
  return (
    <details className={style.facility} open>
      <summary>
        <b>{m.staff_setup_shape()}</b> <span>{m.staff_setup_shape_lead()}</span>
      </summary>
      {offered.map((template) => {
        const facility = chosen.find(({ code }) => code === template.code)
        return (
          <div key={template.code} className={style.shape}>
            {offered.length > 1 && (
              <CheckInput
                label={say(template.name)}
                checked={facility !== undefined}
                onChange={(isWanted) =>
                  set(isWanted ? new Set([...codes, template.code]) : new Set([...codes].filter((code) => code !== template.code)))
                }
              />
            )}
            {facility && <Courts facility={facility} template={template} all={chosen} onChange={(next) => set(codes, next)} />}
          </div>
        )
      })}
    </details>
  )
}

type CourtsProps = { facility: FacilityFile; template: FacilityFile; all: readonly FacilityFile[]; onChange(facility: FacilityFile): void }

function Courts({ facility, template, all, onChange }: CourtsProps) {
  const [typed, setTyped] = useState<number | null>(facility.courts.length)
  if (isCountable(template))
    return (
      // Left empty, the field shows again how many courts there are.
      <div className={style.count} onBlur={() => setTyped(facility.courts.length)}>
        <NumberField
          path={`${facility.code}.count`}
          label={m.staff_setup_shape_count({ name: say(facility.name) })}
          min={1}
          max={mostCourts}
          value={typed}
          onChange={(wanted) => {
            const count = wanted === null ? null : Math.min(Math.max(wanted, 1), mostCourts)
            setTyped(count)
            if (count !== null) onChange(withCourtCount(facility, count, all))
          }}
        />
      </div>
    )
  return (
    <div className={style.courts} role="group" aria-label={m.staff_setup_shape_courts({ name: say(facility.name) })}>
      {template.courts.map(({ code, name }) => (
        <CheckInput
          key={code}
          label={say(name)}
          checked={facility.courts.some((court) => court.code === code)}
          onChange={(isWanted) => {
            const next = isWanted ? withCourtAgain(facility, template, code) : withoutCourt(facility, code)
            // A facility without any court is left out as a whole, above.
            if (next.courts.length > 0) onChange(next)
          }}
        />
      ))}
    </div>
  )
}

/** One set of hours for all facilities, with a break at noon where there is one. */
export function BegunHours({ begun, onChange }: Props) {
  const [hours, setHours] = useState<SameHours>({ opens: '08:00', closes: '22:00', breakFrom: '', breakTo: '' })
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [isApplied, setApplied] = useState(false)
  const set = (patch: Partial<SameHours>) => {
    setHours({ ...hours, ...patch })
    setErrors(new Map())
    setApplied(false)
  }
  const apply = () => {
    const wrong = wrongHours(hours)
    setErrors(
      new Map(
        wrong === 'order'
          ? [['hours.closes', m.staff_setup_hours_order()]]
          : wrong === 'break'
            ? [['hours.breakFrom', m.staff_setup_hours_break_wrong()]]
            : [],
      ),
    )
    if (wrong) return
    const { changes } = begun
    onChange({ ...begun, changes: { ...changes, facilities: (changes.facilities ?? []).map((one) => withSameHours(one, hours)) } })
    setApplied(true)
  }
  const time = (key: keyof SameHours, label: string, placeholder?: string) => (
    <TimeField
      path={`hours.${key}`}
      label={label}
      {...(placeholder && { placeholder, optional: true })}
      value={hours[key]}
      onChange={(typed) => set({ [key]: typed })}
    />
  )
  return (
    <details className={style.facility}>
      <summary>
        <b>{m.staff_setup_hours()}</b> <span>{m.staff_setup_hours_lead()}</span>
      </summary>
      <FieldErrorsProvider value={errors}>
        <div className={style.hours}>
          {time('opens', m.staff_setup_hours_opens())}
          {time('closes', m.staff_setup_hours_closes())}
          {time('breakFrom', m.staff_setup_hours_break_from(), '12:00')}
          {time('breakTo', m.staff_setup_hours_break_to(), '13:00')}
        </div>
      </FieldErrorsProvider>
      <div className={style.actions}>
        <StaffButton onClick={apply} data-sends>
          {m.staff_setup_hours_apply()}
        </StaffButton>
        <span role="status">{isApplied && m.staff_setup_hours_applied({ count: begun.changes.facilities?.length ?? 0 })}</span>
      </div>
    </details>
  )
}

/** What is done on each public holiday of this year and the next. */
export function BegunHolidays({ begun, offered, onChange }: Props & { offered: readonly HolidayFile[] }) {
  const chosen = begun.changes.holidays ?? []
  const words: Record<OnHoliday, string> = {
    holiday: m.staff_setup_holiday_price(),
    closed: m.staff_setup_holiday_closed(),
    ordinary: m.staff_setup_holiday_ordinary(),
  }
  return (
    <details className={style.facility}>
      <summary>
        <b>{m.staff_setup_holidays()}</b> <span>{m.staff_setup_holidays_lead({ count: chosen.length })}</span>
      </summary>
      <div className={style.holidays}>
        {offered.map((holiday) => (
          <SelectInput
            key={holiday.day}
            path={`holidays.${holiday.day}`}
            label={`${holiday.day} ${weekdayShort(holiday.day, getLocale())}　${say(holiday.name)}`}
            value={onHoliday(chosen, holiday.day)}
            onChange={(on) =>
              onChange({ ...begun, changes: { ...begun.changes, holidays: withHoliday(chosen, holiday, on as OnHoliday) } })
            }
          >
            {Object.entries(words).map(([on, label]) => (
              <option key={on} value={on}>
                {label}
              </option>
            ))}
          </SelectInput>
        ))}
      </div>
    </details>
  )
}
