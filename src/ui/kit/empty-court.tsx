import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import type { ReactNode } from 'react'
import style from './empty-court.module.css'

/** Empty state of a list: a drawing of an empty court around what to do next. */
export function EmptyCourt({ children }: { children: ReactNode }) {
  return (
    <div className={style.empty}>
      <CourtDrawing sport="badminton" className={style.court} />
      {children}
    </div>
  )
}
