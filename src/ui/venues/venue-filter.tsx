import { m } from '#i18n/generated/messages.js'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { addDays } from '#lib/zone.ts'
import style from './venue-filter.module.css'
import { daysToChoose, hoursToChoose, lengthsToChoose, sportsIn } from './venue-choices.ts'
import { readVenueSearch, usual, type VenueSearch } from './venue-search.ts'
import { sportName } from './sport-names.ts'
import { sayDay, sayLength } from './venue-words.ts'

type Props = { found: FacilityListAnswer; search: VenueSearch; fresh?: boolean; foldable?: boolean }

/**
 * Filter of the facilities by place, sport and time. A plain form, which works without JavaScript. `fresh`: nothing has been
 * searched yet. `foldable`: closed on a phone, so that the results are seen first.
 */
export function VenueFilter({ found, search, fresh = false, foldable = false }: Props) {
  const navigate = useNavigate()
  const action = useRouter().buildLocation({ to: '/venues' }).publicHref
  const { items, today, openUntil } = found
  return (
    <>
      {foldable && (
        <details key={JSON.stringify(search)} className={style.fold}>
          <summary>{m.venues_change()}</summary>
        </details>
      )}
      <form
        // A new key resets the uncontrolled fields to what the address says, also after going back.
        key={`form ${JSON.stringify(search)}`}
        method="get"
        action={action}
        className={style.form}
        aria-label={m.venues_filter()}
        onSubmit={(event) => {
          event.preventDefault()
          const asked = readVenueSearch(Object.fromEntries(new FormData(event.currentTarget)))
          void navigate({ to: '/venues', search: asked, resetScroll: fresh })
        }}
      >
        <SelectField label={m.venues_sport()} name="sport" defaultValue={search.sport ?? ''} required={false}>
          <option value="">{m.venues_sport_any()}</option>
          {sportsIn(items).map((sport) => (
            <option key={sport} value={sport}>
              {sportName(sport)}
            </option>
          ))}
        </SelectField>
        <SelectField label={m.venues_roof()} name="place" defaultValue={search.place ?? ''} required={false}>
          <option value="">{m.venues_roof_any()}</option>
          <option value="indoor">{m.venues_indoor()}</option>
          <option value="outdoor">{m.venues_outdoor()}</option>
        </SelectField>
        <SelectField label={m.venues_date()} name="date" defaultValue={search.date ?? ''} required={false}>
          <option value="">{m.venues_date_any()}</option>
          {daysToChoose(today, openUntil, search.date).map((day) => (
            <option key={day} value={day}>
              {sayNear(day, today)}
            </option>
          ))}
        </SelectField>
        <TimeFields found={found} search={search} />
        <div className={style.go}>
          <Button type="submit">{m.venues_search()}</Button>
          {!fresh && Object.values(search).some(Boolean) && (
            <Link to="/venues" className={style.clear} resetScroll={false}>
              {m.venues_clear()}
            </Link>
          )}
        </div>
      </form>
    </>
  )
}

/** Today and tomorrow by name. */
function sayNear(day: string, today: string): string {
  if (day === today) return m.venues_today({ day: sayDay(day) })
  return day === addDays(today, 1) ? m.venues_tomorrow({ day: sayDay(day) }) : sayDay(day)
}

function TimeFields({ found: { items, mostMinutes }, search }: Pick<Props, 'found' | 'search'>) {
  return (
    <div className={style.clock}>
      <SelectField label={m.venues_start()} name="start" defaultValue={search.start ?? usual.start} required={false}>
        {hoursToChoose(items).map((hour) => (
          <option key={hour}>{hour}</option>
        ))}
      </SelectField>
      <SelectField label={m.venues_length()} name="minutes" defaultValue={search.minutes ?? usual.minutes} required={false}>
        {lengthsToChoose(items, mostMinutes).map((minutes) => (
          <option key={minutes} value={minutes}>
            {sayLength(minutes)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
