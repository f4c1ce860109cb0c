import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { courtLines, type Sport } from '#lib/court-lines.ts'

/** The court drawing that a facility's data names. */
export function FacilityDrawing({ drawing, className }: { drawing: string; className?: string | undefined }) {
  return Object.hasOwn(courtLines, drawing) ? <CourtDrawing sport={drawing as Sport} className={className} /> : null
}
