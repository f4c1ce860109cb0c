import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayShort } from '#i18n/weekdays.ts'
import { momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { FacilityCard, FacilityListAnswer } from '#modules/venues/wire.ts'
import { ChoiceLabel } from '#ui/kit/control.tsx'
import { FieldError } from '#ui/kit/field.tsx'
import fieldset from '#ui/kit/fieldset.module.css'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { HoursBand } from '#ui/venues/hours-band.tsx'
import { SportIcon } from '#ui/venues/sport-icon.tsx'
import { sportName } from '#ui/venues/sport-names.ts'
import { hoursToChoose, sportsIn } from '#ui/venues/venue-choices.ts'
import question from '#ui/venues/venue-question.module.css'
import { facilityQuery } from '#ui/venues/venue-queries.ts'
import { sayLength } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import style from './waiting.module.css'
import { askedBy, lengthsOf, partsOf } from './wish-times.ts'
import { courtChoices, daysAround, facilitiesOf, isFacility, noticeChoices, sessionsOf, type WishValues } from './wish-values.ts'
import { sayCourtCount } from './wish-words.ts'

export type FieldsProps = {
  found: FacilityListAnswer
  values: WishValues
  onChange(change: Partial<WishValues>): void
  errorAt(path: string): string | undefined
}

/** Where, when and how long. */
export function WishFields({ found, values, onChange, errorAt }: FieldsProps) {
  return (
    <>
      <PlaceField {...{ found, values, onChange, errorAt }} />
      <DayField {...{ found, values, onChange, errorAt }} />
      <TimeFields {...{ found, values, onChange, errorAt }} />
    </>
  )
}

/** Which court, how many of them, and until when something may be offered: most people leave these as they are. */
export function WishDetails({ found, values, onChange, errorAt }: FieldsProps) {
  const there = facilitiesOf(found.items, values.place)
  const most = courtChoices(there, values.court)
  const error = errorAt('notice')
  return (
    <>
      {isFacility(values.place) && there.length > 0 && <CourtField {...{ values, onChange }} />}
      {most > 1 && (
        <RadioChips
          titled
          legend={m.wish_courts()}
          value={values.courts}
          onChange={(courts) => onChange({ courts })}
          options={Array.from({ length: most }, (_, n) => ({ value: String(n + 1), label: sayCourtCount(n + 1) }))}
        />
      )}
      <div>
        <RadioChips
          titled
          legend={m.wish_notice()}
          name="notice"
          isWrong={error !== undefined}
          describedBy={error ? 'wish-notice-error' : undefined}
          value={values.notice}
          onChange={(notice) => onChange({ notice })}
          options={noticeChoices.map((minutes) => ({
            value: minutes,
            label: minutes === '' ? m.wish_notice_any() : m.wish_notice_hours({ n: Number(minutes) / 60 }),
          }))}
        />
        {error && <FieldError id="wish-notice">{error}</FieldError>}
      </div>
    </>
  )
}

const sportOf = (facilities: FacilityCard[], place: string) => (isFacility(place) ? facilitiesOf(facilities, place)[0]?.sports[0] : place)

/** Sports as icons; of one with several facilities these follow, and any of them. */
function PlaceField({ found: { items }, values: { place }, onChange, errorAt }: FieldsProps) {
  const [chosen, setChosen] = useState(() => sportOf(items, place))
  const facilities = chosen ? facilitiesOf(items, chosen) : []
  const error = errorAt('place')
  const choose = (sport: string) => {
    const there = facilitiesOf(items, sport)
    setChosen(sport)
    onChange({ place: there.length === 1 ? String(there[0]!.id) : sport, court: '' })
  }
  return (
    <div className="stack gap-3">
      <fieldset
        className={fieldset.plain}
        role="radiogroup"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'wish-place-error' : undefined}
        tabIndex={error ? -1 : undefined}
      >
        <legend>{m.venues_sport()}</legend>
        <div className={question.sports}>
          {sportsIn(items).map((sport) => (
            <ChoiceLabel key={sport} type="radio" name="place" required checked={sport === chosen} onChange={() => choose(sport)}>
              <SportIcon sport={sport} />
              <span>{sportName(sport)}</span>
            </ChoiceLabel>
          ))}
        </div>
        {error && <FieldError id="wish-place">{error}</FieldError>}
      </fieldset>
      {chosen && facilities.length > 1 && (
        <RadioChips
          legend={m.wish_where()}
          value={place}
          onChange={(one) => onChange({ place: one, court: '' })}
          options={[
            { value: chosen, label: m.wish_any_of_sport({ sport: sportName(chosen) }) },
            ...facilities.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </div>
  )
}

function CourtField({ values, onChange }: Pick<FieldsProps, 'values' | 'onChange'>) {
  const courts = useQuery(facilityQuery(useApi(), Number(values.place))).data?.courtList ?? []
  if (courts.length < 2) return null
  return (
    <RadioChips
      titled
      legend={m.wish_court()}
      value={values.court}
      onChange={(court) => onChange({ court })}
      options={[{ value: '', label: m.wish_any_court() }, ...courts.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  )
}

/** The days as a strip; each that is chosen is a wish of its own. */
function DayField({ found: { today, openUntil }, values, onChange, errorAt }: FieldsProps) {
  const [days] = useState(() => daysAround(today, openUntil, values.days))
  const locale = getLocale()
  const error = errorAt('days')
  const toggle = (day: Day, on: boolean) =>
    onChange({ days: on ? [...values.days, day].toSorted() : values.days.filter((one) => one !== day) })
  return (
    <fieldset className={fieldset.plain} aria-describedby={error ? 'wish-days-error' : undefined}>
      <legend>{m.wish_days()}</legend>
      <div className={question.days}>
        {days.map((day) => (
          <ChoiceLabel
            key={day}
            type="checkbox"
            name="days"
            value={day}
            checked={values.days.includes(day)}
            aria-invalid={error ? true : undefined}
            className={weekdayOf(day) >= 6 ? style.weekend : undefined}
            onChange={({ target }) => toggle(day, target.checked)}
          >
            <span aria-hidden>{day === today ? m.grid_today() : weekdayShort(day, locale)}</span>
            <b aria-hidden>{Number(day.slice(8))}</b>
            <span className="sr-only">{formatDay(momentAt(day, 0), locale)}</span>
          </ChoiceLabel>
        ))}
      </div>
      {error && <FieldError id="wish-days">{error}</FieldError>}
    </fieldset>
  )
}

const partNames = { morning: m.venues_part_morning, afternoon: m.venues_part_afternoon, evening: m.venues_part_evening }

/** One of the sessions of a facility that has them; elsewhere from one hour to another, and how long within it. */
function TimeFields(fields: FieldsProps) {
  const { found, values, onChange } = fields
  const { from, to } = values
  const sessions = sessionsOf(found.items, values.place)
  if (sessions.length === 0) return <HoursFields {...fields} />
  return (
    <RadioChips
      titled
      legend={m.venues_part()}
      value={sessions.findIndex(({ start, end }) => start === from && end === to)}
      onChange={(chosen) => onChange(askedBy(sessions[chosen]!))}
      options={sessions.map(({ start, end }, value) => ({ value, label: `${start}–${end}` }))}
    />
  )
}

/** A part of the day, or from one hour to another; and how long within it. */
function HoursFields({ found, values: { place, from, to, minutes }, onChange, errorAt }: FieldsProps) {
  const chosen = facilitiesOf(found.items, place)
  const there = chosen.length > 0 ? chosen : found.items
  const error = errorAt('to')
  const ranges = partsOf(there, Number(minutes))
  const lengths = lengthsOf(there, found.mostMinutes)
  const choosePart = (chosenPart: string) => {
    const range = ranges.find(({ part }) => part === chosenPart)
    if (range) onChange({ from: range.from, to: range.to })
  }
  return (
    <>
      <div className="stack gap-3">
        {ranges.length > 1 && (
          <SegmentedControl
            legend={m.venues_part()}
            value={ranges.find((range) => range.from === from && range.to === to)?.part ?? ''}
            onChange={choosePart}
            options={ranges.map(({ part }) => ({ value: part, label: partNames[part]() }))}
          />
        )}
        <HoursBand as="fieldset" hours={hoursToChoose(there)} range={{ from, to }} onRange={onChange}>
          {({ hour, isIn, asked, words }) => (
            <ChoiceLabel key={hour} data-hour={hour} type="checkbox" checked={isIn} onChange={() => onChange(asked)}>
              {words}
            </ChoiceLabel>
          )}
        </HoursBand>
        {/* A press may change more than the pressed hour: what became of the range is said. */}
        <output className={style.range}>
          {from}–{to}
        </output>
        {error && <FieldError id="wish-to">{error}</FieldError>}
      </div>
      {lengths.length > 1 && (
        <SegmentedControl
          legend={m.wish_length()}
          value={minutes}
          onChange={(length) => onChange({ minutes: length })}
          options={lengths.map((one) => ({ value: String(one), label: sayLength(one) }))}
        />
      )}
    </>
  )
}
