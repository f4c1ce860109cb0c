import { formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { CSSProperties, ReactNode } from 'react'
import type { FacilityPictureWire } from '#modules/venues/wire.ts'
import { FacilityFace } from '#ui/venues/facility-picture.tsx'
import { FacilityDrawing } from './facility-drawing.tsx'
import style from './ticket.module.css'

type Place = {
  venue1stName: string
  venue2ndName: string
  drawing: string
  colour: string
  picture?: FacilityPictureWire | null
  start: string
  end: string
}

type Props = {
  item: Place
  gone?: boolean
  /** It is the only one: its picture is large. */
  alone?: boolean
  /** The heading above says when it is. */
  untimed?: boolean
  aside?: ReactNode
  /** What can be done with it, below what it costs. */
  deeds?: ReactNode
  children?: ReactNode
}

/** One period on one court, with a picture of the place or its drawing. A cancelled one is struck through; the text beside it says so. */
export function Ticket({ item, gone = false, alone = false, untimed = false, aside, deeds, children }: Props) {
  return (
    <div
      className={style.ticket}
      data-gone={gone || undefined}
      data-alone={(alone && item.picture && true) || undefined}
      style={{ '--court': item.colour } as CSSProperties}
    >
      {item.picture ? (
        <FacilityFace
          facility={{ ...item, picture: item.picture }}
          sizes={alone ? '(width >= 768px) 18rem, 100vw' : '88px'}
          className={style.face}
        />
      ) : (
        <span className={style.stub}>
          <FacilityDrawing drawing={item.drawing} className={style.drawing} />
        </span>
      )}
      <div className={style.words}>
        {!untimed && (
          <p className={style.when}>
            <time dateTime={item.start}>{formatPeriod(new Date(item.start), new Date(item.end), getLocale())}</time>
          </p>
        )}
        <p className={style.where}>
          <b>{item.venue2ndName}</b> · {item.venue1stName}
        </p>
        {children}
      </div>
      {aside && <div className={style.aside}>{aside}</div>}
      {deeds && <div className={style.deeds}>{deeds}</div>}
    </div>
  )
}
