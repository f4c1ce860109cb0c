import { m } from '#i18n/generated/messages.js'
import { useState, type MouseEvent, type PointerEvent } from 'react'
import { afterHour, withHour } from './venue-choices.ts'
import style from './venue-question.module.css'
import type { VenueSearch } from './venue-search.ts'

/** Props of a link that changes the question. */
export type Asking = { href: string; onClick(event: MouseEvent): void }
type Props = { hours: string[]; search: VenueSearch; to(change: VenueSearch): Asking; goTo(change: VenueSearch): void }

/**
 * The hours as a band from early to late: a press chooses one or widens the range, a drag chooses from here to there, also over two rows.
 * A drag that ends outside of the band chooses nothing.
 */
export function HoursBand({ hours, search, to, goTo }: Props) {
  const [dragged, setDragged] = useState<[number, number]>()
  const range = dragged ? { from: hours[Math.min(...dragged)]!, to: afterHour(hours[Math.max(...dragged)]!) } : search
  const hourAt = ({ clientX, clientY }: PointerEvent) => {
    const hour = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-hour]')?.dataset['hour']
    return hour === undefined ? -1 : hours.indexOf(hour)
  }
  const begin = (event: PointerEvent) => {
    const at = hourAt(event)
    if (at >= 0 && event.button === 0) setDragged([at, at])
  }
  const drag = (event: PointerEvent) => {
    const over = hourAt(event)
    if (dragged && over >= 0 && over !== dragged[1]) setDragged([dragged[0], over])
  }
  const drop = (event: PointerEvent) => {
    if (dragged && dragged[0] !== dragged[1] && hourAt(event) >= 0) goTo(range)
    setDragged(undefined)
  }
  return (
    <nav
      className={style.hours}
      aria-label={m.venues_hours_band()}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => setDragged(undefined)}
      onPointerLeave={() => setDragged(undefined)}
    >
      {hours.map((hour) => (
        <a
          key={hour}
          {...to(withHour(search, hour))}
          data-hour={hour}
          draggable={false}
          aria-current={(range.from !== undefined && range.from <= hour && hour < range.to!) || undefined}
        >
          {Number.parseInt(hour, 10)}
          <span className="sr-only">:00</span>
        </a>
      ))}
    </nav>
  )
}
