import { m } from '#i18n/generated/messages.js'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { Stars } from '#ui/kit/stars.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './facility-header.module.css'
import { FacilityCourt } from './facility-court.tsx'
import { PictureStrip } from './picture-strip.tsx'
import { sayCourts, sayPlace, sayPriceFrom, sayToday, sayWeek } from './venue-words.ts'

/** Loaded once the page is there: it can be read without it. */
const FavouriteButton = lazyWithRetry(async () => (await import('./favourite-button.tsx')).FavouriteButton)

/** Name, place and today's opening hours. */
export function FacilityHeader({ facility }: { facility: FacilityAnswer }) {
  const { closedToday, week } = facility
  return (
    <header className={style.header} data-photo={facility.pictures.length > 0 || undefined}>
      {facility.pictures.length > 0 ? (
        <PictureStrip facility={facility} />
      ) : (
        <FacilityCourt drawing={facility.drawing} colour={facility.colour} className={style.picture} />
      )}
      <div className={style.words}>
        <div className={style.intro}>
          <Link to="/venues" className={style.back}>
            <Icon name="back" size={18} />
            {m.venue_all()}
          </Link>
          <div className={style.title}>
            <h1>{facility.name}</h1>
            <FavouriteButton facility={facility} />
          </div>
          <p className="soft">{facility.about}</p>
        </div>
        <dl className={style.facts}>
          <Fact name={closedToday === null ? m.venue_hours_today() : m.venue_closed_now()}>{closedToday ?? sayToday(facility)}</Fact>
          {week.length > 1 && (
            <Fact name={m.venue_hours_week()}>
              {sayWeek(week).map((line) => (
                <span key={line} className={style.line}>
                  {line}
                </span>
              ))}
            </Fact>
          )}
          <Fact name={m.venue_place()}>{sayPlace(facility)}</Fact>
          <Fact name={m.venue_courts()}>{sayCourts(facility.drawing, facility.courts)}</Fact>
          <Fact name={m.venue_fee()}>{sayPriceFrom(facility)}</Fact>
          {facility.rating && (
            <Fact name={m.star_average()}>
              <Stars value={facility.rating.stars} /> <span className={style.rated}>{m.star_average_text(facility.rating)}</span>
            </Fact>
          )}
        </dl>
      </div>
    </header>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
