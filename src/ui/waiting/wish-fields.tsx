import { m } from '#i18n/generated/messages.js'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { FieldError, SelectField } from '#ui/kit/field.tsx'
import fieldset from '#ui/kit/fieldset.module.css'
import { CheckChip } from '#ui/kit/radio-chips.tsx'
import { sportsIn } from '#ui/venues/venue-choices.ts'
import { facilityQuery } from '#ui/venues/venue-queries.ts'
import { sportName } from '#ui/venues/sport-names.ts'
import { sayDay, sayLength } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import style from './waiting.module.css'
import { courtChoices, daysAround, facilitiesOf, isFacility, lengthsOf, noticeChoices, timesOf, type WishValues } from './wish-values.ts'
import { sayCourtCount } from './wish-words.ts'

export type FieldsProps = {
  found: FacilityListAnswer
  values: WishValues
  onChange(change: Partial<WishValues>): void
  errorAt(path: string): string | undefined
}

/** Where, when, how long, and how many courts. */
export function WishFields({ found, values, onChange, errorAt }: FieldsProps) {
  const there = facilitiesOf(found.items, values.place)
  const most = courtChoices(there, values.court)
  return (
    <>
      <PlaceField found={found} values={values} onChange={onChange} errorAt={errorAt} />
      {isFacility(values.place) && there.length > 0 && <CourtField {...{ values, onChange }} />}
      <DayField found={found} values={values} onChange={onChange} errorAt={errorAt} />
      <TimeFields {...{ found, values, onChange, errorAt }} />
      {most > 1 && (
        <SelectField
          label={m.wish_courts()}
          name="courts"
          value={values.courts}
          onChange={({ target }) => onChange({ courts: target.value })}
        >
          {Array.from({ length: most }, (_, n) => (
            <option key={n} value={n + 1}>
              {sayCourtCount(n + 1)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={m.wish_notice()}
        name="notice"
        value={values.notice}
        error={errorAt('notice')}
        optional
        onChange={({ target }) => onChange({ notice: target.value })}
      >
        {noticeChoices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === '' ? m.wish_notice_any() : m.wish_notice_hours({ n: Number(minutes) / 60 })}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** Each sport with its facilities; a sport with several can be chosen as a whole. */
function PlaceField({ found: { items }, values, onChange, errorAt }: FieldsProps) {
  return (
    <SelectField
      label={m.wish_where()}
      name="place"
      value={values.place}
      error={errorAt('place')}
      onChange={({ target }) => onChange({ place: target.value, court: '' })}
    >
      {values.place === '' && <option value="">{m.wish_where_choose()}</option>}
      {sportsIn(items).map((sport) => {
        const facilities = facilitiesOf(items, sport)
        // Where several sports are played, a facility is listed with its first one alone: an option stands once.
        const own = facilities.filter(({ sports }) => sports[0] === sport)
        return (
          <optgroup key={sport} label={sportName(sport)}>
            {facilities.length > 1 && <option value={sport}>{m.wish_any_of_sport({ sport: sportName(sport) })}</option>}
            {own.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {facilities.length === 1 && own.length === 0 && <option value={sport}>{sportName(sport)}</option>}
          </optgroup>
        )
      })}
    </SelectField>
  )
}

function CourtField({ values, onChange }: Pick<FieldsProps, 'values' | 'onChange'>) {
  const courts = useQuery(facilityQuery(useApi(), Number(values.place))).data?.courtList ?? []
  if (courts.length < 2) return null
  return (
    <SelectField
      label={m.wish_court()}
      name="court"
      value={values.court}
      optional
      onChange={({ target }) => onChange({ court: target.value })}
    >
      <option value="">{m.wish_any_court()}</option>
      {courts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** One day; others on demand, each a wish of its own. */
function DayField({ found: { today, openUntil }, values, onChange, errorAt }: FieldsProps) {
  const [days] = useState(() => daysAround(today, openUntil, values.days))
  const error = errorAt('days')
  const toggle = (day: string, on: boolean) =>
    onChange({ days: on ? [...values.days, day].toSorted() : values.days.filter((one) => one !== day) })
  return (
    <fieldset className={fieldset.plain} aria-describedby={error ? 'wish-days-error' : undefined}>
      <legend>{m.wish_days()}</legend>
      <div className="cluster">
        {days.map((day) => (
          <CheckChip
            key={day}
            name="days"
            value={day}
            checked={values.days.includes(day)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => toggle(day, target.checked)}
          >
            {sayDay(day)}
          </CheckChip>
        ))}
      </div>
      {error && <FieldError id="wish-days">{error}</FieldError>}
    </fieldset>
  )
}

function TimeFields({ found, values, onChange, errorAt }: FieldsProps) {
  const chosen = facilitiesOf(found.items, values.place)
  const there = chosen.length > 0 ? chosen : found.items
  const times = timesOf(there)
  return (
    <div className={style.times}>
      <SelectField label={m.wish_from()} name="from" value={values.from} onChange={({ target }) => onChange({ from: target.value })}>
        {times.slice(0, -1).map((time) => (
          <option key={time}>{time}</option>
        ))}
      </SelectField>
      <SelectField
        label={m.wish_to()}
        name="to"
        value={values.to}
        error={errorAt('to')}
        onChange={({ target }) => onChange({ to: target.value })}
      >
        {times.slice(1).map((time) => (
          <option key={time}>{time}</option>
        ))}
      </SelectField>
      <SelectField
        label={m.wish_length()}
        name="minutes"
        value={values.minutes}
        onChange={({ target }) => onChange({ minutes: target.value })}
      >
        {lengthsOf(there, found.mostMinutes).map((minutes) => (
          <option key={minutes} value={minutes}>
            {sayLength(minutes)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
