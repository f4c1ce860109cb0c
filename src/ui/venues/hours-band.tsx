import { m } from '#i18n/generated/messages.js'
import { ChoiceLabel } from '#ui/kit/control.tsx'
import { useState, type MouseEvent, type PointerEvent } from 'react'
import { afterHour, withHour, type Range } from './venue-choices.ts'
import style from './venue-question.module.css'

/** Props of a link that changes the question. */
export type Asking = { href: string; onClick(event: MouseEvent): void }
type Props = {
  hours: string[]
  range: { from?: string | undefined; to?: string | undefined }
  onRange(range: Range): void
  /** Where the hours are links, each with an address of its own; otherwise they are ticked, as in a form. */
  link?: (range: Range) => Asking
}

/**
 * The hours as a band from early to late: a press chooses one or widens the range, a drag chooses from here to there, also over two rows.
 * A drag that ends outside of the band chooses nothing.
 */
export function HoursBand({ hours, range: given, onRange, link }: Props) {
  const { range, ...drag } = useDrag({ hours, range: given, onRange })
  const Band = link ? 'nav' : 'fieldset'
  return (
    <Band className={style.hours} aria-label={m.venues_hours_band()} {...drag}>
      {hours.map((hour) => {
        const isIn = range.from !== undefined && range.from < afterHour(hour) && hour < range.to!
        const words = (
          <>
            <span aria-hidden>{Number.parseInt(hour, 10)}</span>
            <span className="sr-only">{hour}</span>
          </>
        )
        return link ? (
          <a key={hour} {...link(withHour(given, hour))} data-hour={hour} draggable={false} aria-current={isIn || undefined}>
            {words}
          </a>
        ) : (
          <ChoiceLabel key={hour} data-hour={hour} type="checkbox" checked={isIn} onChange={() => onRange(withHour(given, hour))}>
            {words}
          </ChoiceLabel>
        )
      })}
    </Band>
  )
}

/** The range, or the one that is being dragged, and what the band listens to. */
function useDrag({ hours, range, onRange }: Pick<Props, 'hours' | 'range' | 'onRange'>) {
  const [dragged, setDragged] = useState<[number, number]>()
  const reached = dragged && { from: hours[Math.min(...dragged)]!, to: afterHour(hours[Math.max(...dragged)]!) }
  const hourAt = ({ clientX, clientY }: PointerEvent) => {
    const hour = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-hour]')?.dataset['hour']
    return hour === undefined ? -1 : hours.indexOf(hour)
  }
  return {
    range: reached ?? range,
    onPointerDown(event: PointerEvent) {
      const at = hourAt(event)
      if (at >= 0 && event.button === 0) setDragged([at, at])
    },
    onPointerMove(event: PointerEvent) {
      const over = hourAt(event)
      if (dragged && over >= 0 && over !== dragged[1]) setDragged([dragged[0], over])
    },
    onPointerUp(event: PointerEvent) {
      if (reached && dragged[0] !== dragged[1] && hourAt(event) >= 0) onRange(reached)
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
    onPointerLeave: () => setDragged(undefined),
  }
}
