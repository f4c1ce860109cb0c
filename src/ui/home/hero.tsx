import { m } from '#i18n/generated/messages.js'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { FacilityPhoto } from '#ui/venues/facility-picture.tsx'
import { VenueQuestion } from '#ui/venues/venue-question.tsx'
import type { ReactNode } from 'react'
import style from './home.module.css'

/** A phone takes the file of 800 pixels also where its screen is three times as dense: the picture is the first thing to load. */
const sizes = '(min-width: 1280px) 1216px, (min-width: 768px) 100vw, 266px'

type Props = {
  found: FacilityListAnswer
  /** Something of the member's own, which comes after the page: its room is kept. */
  own?: ReactNode
}

/** The place, large, and the question at the top of the home page: what, and when. Without pictures a court is drawn. */
export function Hero({ found, own }: Props) {
  const picture = found.items.find((one) => one.picture)?.picture
  return (
    <section className={style.hero} data-photo={picture ? true : undefined}>
      {picture ? (
        <div className={style.heroPicture}>
          <FacilityPhoto picture={picture} sizes={sizes} first alt="" />
        </div>
      ) : (
        <CourtDrawing sport="badminton" className={style.heroCourt} />
      )}
      <div className={style.heroTop}>
        {own && <div className={style.own}>{own}</div>}
        <div className={style.heroWords}>
          <h1>{m.home_heading()}</h1>
          <p>{m.home_lead()}</p>
        </div>
      </div>
      <VenueQuestion short found={found} search={{}} />
    </section>
  )
}
