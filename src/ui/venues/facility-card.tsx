import { m } from '#i18n/generated/messages.js'
import type { FacilityCard as Card } from '#modules/venues/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './facility-card.module.css'
import { FacilityCourt } from './facility-court.tsx'
import { sayCourts, sayPlace, sayPriceFrom, sayToday } from './venue-words.ts'

type Props = {
  facility: Card
  /** Day to open on the facility's page. */
  date?: string | undefined
  /** The card is below a heading of its own, so its title is one level lower. */
  nested?: boolean
  /** Content instead of the usual facts, over the whole width. */
  children?: ReactNode
}

/** A facility in a list. Plain elements instead of components: a page has many cards. */
export function FacilityCard({ facility, date, nested = false, children }: Props) {
  const Heading = nested ? 'h3' : 'h2'
  return (
    <li className={style.card} data-wide={children ? true : undefined}>
      <FacilityCourt drawing={facility.drawing} colour={facility.colour} className={style.picture} />
      <div className={style.words}>
        <Heading className={style.name}>
          <Link to="/venues/$id" params={{ id: String(facility.id) }} search={{ date }}>
            {facility.name}
          </Link>
        </Heading>
        <p className={style.fact}>{sayPlace(facility)}</p>
      </div>
      <div className={style.more}>{children ?? <Facts facility={facility} />}</div>
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
