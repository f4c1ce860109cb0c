import { m } from '#i18n/generated/messages.js'
import type { FacilityCard as Card, FacilityTimes } from '#modules/venues/wire.ts'
import type { Day } from '#lib/zone.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './facility-card.module.css'
import { FacilityFace } from './facility-picture.tsx'
import { NextTimes } from './next-times.tsx'
import { sayCourts, sayPlace, sayPriceFrom, sayToday } from './venue-words.ts'

/** Loaded for members only. */
const FavouriteButton = lazyWithRetry(async () => (await import('./favourite-button.tsx')).FavouriteButton)

type Props = {
  facility: Card
  /** Day to open on the facility's page. */
  date?: string | undefined
  /** The first of the page: its picture is loaded with priority. */
  first?: boolean
  /** The card is below a heading of its own, so its title is one level lower. */
  nested?: boolean
  /** Its next free times. */
  next?: { times: FacilityTimes['times']; today: Day } | undefined
  /** Content instead of the usual facts, over the whole width. */
  children?: ReactNode
}

/** Width of a card's picture: above its words, or on a phone beside them. */
const above = '(min-width: 1200px) 400px, (min-width: 600px) 46vw, 100vw'
const beside = '(min-width: 1200px) 400px, (min-width: 600px) 46vw, 128px'

/** A facility in a list. Plain elements instead of components: a page has many cards. */
export function FacilityCard({ facility, date, first = false, nested = false, next, children }: Props) {
  const loggedIn = isLoggedIn(useViewer())
  const Heading = nested ? 'h3' : 'h2'
  return (
    <li className={style.card} data-wide={children ? true : undefined} data-photo={facility.picture ? true : undefined}>
      <FacilityFace facility={facility} sizes={children ? beside : above} first={first} className={style.picture} />
      <div className={style.words}>
        <Heading className={style.name}>
          <Link to="/venues/$id" params={{ id: String(facility.id) }} search={{ date }}>
            {facility.name}
          </Link>
        </Heading>
        <p className={style.fact}>{sayPlace(facility)}</p>
      </div>
      {loggedIn && (
        <div className={style.mark}>
          <FavouriteButton facility={facility} />
        </div>
      )}
      <div className={style.more}>
        {children ?? <Facts facility={facility} />}
        {next && <NextTimes facilityId={facility.id} {...next} />}
      </div>
    </li>
  )
}

function Facts({ facility }: { facility: Card }) {
  return (
    <>
      <p className={style.fact}>
        {sayToday(facility)}
        {'\u00a0· '}
        {sayCourts(facility.drawing, facility.courts)}
      </p>
      <p className={style.price}>{sayPriceFrom(facility)}</p>
      {facility.closedToday !== null && (
        <p className={style.closed}>
          <Chip tone="danger">{m.venues_closed_today()}</Chip> {facility.closedToday}
        </p>
      )}
    </>
  )
}
