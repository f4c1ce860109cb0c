import { m } from '#i18n/generated/messages.js'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { VenueQuestion } from '#ui/venues/venue-question.tsx'
import style from './home.module.css'

/** The question at the top of the home page: what, and when. */
export function Hero({ found }: { found: FacilityListAnswer }) {
  return (
    <section className={style.hero}>
      <CourtDrawing sport="badminton" className={style.heroCourt} />
      <div className={style.heroWords}>
        <h1>{m.home_heading()}</h1>
        <p>{m.home_lead()}</p>
      </div>
      <VenueQuestion short found={found} search={{}} />
    </section>
  )
}
