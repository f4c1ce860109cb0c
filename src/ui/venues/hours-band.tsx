import { m } from '#i18n/generated/messages.js'
import { useState, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { afterHour, withHour, type Range } from './venue-choices.ts'
import style from './venue-question.module.css'

/** Props of a link that changes the question. */
export type Asking = { href: string; onClick(event: MouseEvent): void }
/** One hour of the band: `asked` is the range after a press on it. */
type Hour = { hour: string; isIn: boolean; asked: Range; words: ReactNode }
type Props = {
  hours: string[]
  range: { from?: string | undefined; to?: string | undefined }
  onRange(range: Range): void
  /** Hours are links in a `nav`, or are ticked in a `fieldset`; each has its hour as `data-hour`. */
  as: 'nav' | 'fieldset'
  children(hour: Hour): ReactNode
}

/**
 * The hours as a band from early to late: a press chooses one or widens the range, a drag chooses from here to there, also over two rows.
 * A drag that ends outside of the band chooses nothing.
 */
export function HoursBand({ hours, range: given, onRange, as: Band, children }: Props) {
  const { range, ...drag } = useDrag({ hours, range: given, onRange })
  return (
    <Band className={style.hours} aria-label={m.venues_hours_band()} {...drag}>
      {hours.map((hour) =>
        children({
          hour,
          isIn: range.from !== undefined && range.from < afterHour(hour) && hour < range.to!,
          asked: withHour(given, hour),
          words: (
            <>
              <span aria-hidden>{Number.parseInt(hour, 10)}</span>
              <span className="sr-only">{`${Number.parseInt(hour, 10)}:00`}</span>
            </>
          ),
        }),
      )}
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
