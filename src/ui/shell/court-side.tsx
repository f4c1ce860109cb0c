import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import type { Sport } from '#ui/kit/court-lines.ts'
import type { ReactNode } from 'react'
import style from './court-side.module.css'

/** A form beside a court: the frame of login, sign-up and the like. */
export function CourtSide({
  title,
  lead,
  sport = 'badminton',
  children,
}: {
  /** Without one, the content brings its own heading. */
  title?: string
  lead?: string
  sport?: Sport
  children: ReactNode
}) {
  return (
    <div className={style.frame}>
      <div className={style.court}>
        <CourtDrawing sport={sport} measured className={style.lying} />
        <CourtDrawing sport={sport} measured upright className={style.upright} />
      </div>
      <section className={style.side}>
        {title && <h1 className={style.title}>{title}</h1>}
        {lead && <p className={style.lead}>{lead}</p>}
        {children}
      </section>
    </div>
  )
}
