import { m } from '#i18n/generated/messages.js'
import type { FacilityCard } from '#modules/venues/wire.ts'
import { Link } from '@tanstack/react-router'
import style from './order-page.module.css'

/** Facility of the booking page: place, opening hours and link to its details. */
export function OrderHead({ facility: { id, name, place, opens, closes } }: { facility: FacilityCard }) {
  return (
    <div className={style.head}>
      <h2>{name}</h2>
      <p>{[place, m.order_hours({ opens, closes })].filter(Boolean).join(' · ')}</p>
      <Link to="/venues/$id" params={{ id: String(id) }}>
        {m.order_about_facility()}
      </Link>
    </div>
  )
}
