import { formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { CSSProperties, ReactNode } from 'react'
import { FacilityDrawing } from './facility-drawing.tsx'
import style from './ticket.module.css'

type Place = { venue1stName: string; venue2ndName: string; drawing: string; colour: string; start: string; end: string }

/** One period on one court, with its drawing. A cancelled one is struck through; the text beside it says so. */
export function Ticket({ item, gone = false, aside, children }: { item: Place; gone?: boolean; aside?: ReactNode; children?: ReactNode }) {
  return (
    <div className={style.ticket} data-gone={gone || undefined} style={{ '--court': item.colour } as CSSProperties}>
      <span className={style.stub}>
        <FacilityDrawing drawing={item.drawing} className={style.drawing} />
      </span>
      <div className={style.words}>
        <p className={style.when}>
          <time dateTime={item.start}>{formatPeriod(new Date(item.start), new Date(item.end), getLocale())}</time>
        </p>
        <p className={style.where}>
          <b>{item.venue2ndName}</b> · {item.venue1stName}
        </p>
        {children}
      </div>
      {aside && <div className={style.aside}>{aside}</div>}
    </div>
  )
}
