import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import type { FacilityListAnswer, FreeSoonAnswer } from '#modules/venues/wire.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { VenueFilter } from '#ui/venues/venue-filter.tsx'
import { hoursToChoose } from '#ui/venues/venue-choices.ts'
import { usual, type VenueSearch } from '#ui/venues/venue-search.ts'
import style from './home.module.css'

/** Search by time at the top of the home page. */
export function Hero({ found, soon }: { found: FacilityListAnswer; soon: FreeSoonAnswer }) {
  return (
    <section className={style.hero}>
      <CourtDrawing sport="badminton" className={style.heroCourt} />
      <div className={style.heroWords}>
        <h1>{m.home_heading()}</h1>
        <p>{m.home_lead()}</p>
      </div>
      <VenueFilter found={found} search={nextWish(found, soon)} fresh />
    </section>
  )
}

/** Default of the search: the next hour of today, or tomorrow evening when today is over. */
function nextWish({ items, today }: FacilityListAnswer, { hours }: FreeSoonAnswer): VenueSearch {
  const next = hours[0] && new Date(hours[0].start)
  const start = next && formatTime(next)
  return next && start && dayOf(next) === today && hoursToChoose(items).includes(start)
    ? { date: today, start, minutes: usual.minutes }
    : { date: addDays(today, 1), ...usual }
}
