import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { courtNamed } from '#lib/court-lines.ts'
import type { CSSProperties } from 'react'
import style from './facility-court.module.css'

type Props = { drawing: string; colour: string; className?: string | undefined; upright?: boolean }

/** Drawing of a facility's court on a ground of the facility's colour. Decoration: the name stands beside it. */
export function FacilityCourt({ drawing, colour, className, upright = false }: Props) {
  return (
    <div className={[style.ground, className].filter(Boolean).join(' ')} style={{ '--facility': colour } as CSSProperties}>
      <CourtDrawing sport={courtNamed(drawing)} upright={upright} className={style.court} />
    </div>
  )
}
