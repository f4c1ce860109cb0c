import { CourtDrawing } from './court-drawing.tsx'
import type { Sport } from '#lib/court-lines.ts'
import type { ReactNode } from 'react'
import style from './court-layout.module.css'

/** Layout of login, registration and the like: a form beside the drawing of a court. */
export function CourtLayout({
  title,
  lead,
  sport = 'badminton',
  children,
}: {
  /** Heading; without one, the content has its own. */
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
        {title && <h1>{title}</h1>}
        {lead && <p className={style.lead}>{lead}</p>}
        {children}
      </section>
    </div>
  )
}
