import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import type { ReactNode } from 'react'
import style from './empty-court.module.css'

/** Nothing here yet: an empty court, and in it what to do about it. */
export function EmptyCourt({ children }: { children: ReactNode }) {
  return (
    <div className={style.empty}>
      <CourtDrawing sport="badminton" className={style.court} />
      {children}
    </div>
  )
}
