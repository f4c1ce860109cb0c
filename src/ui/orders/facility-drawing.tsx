import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { courtLines, type Sport } from '#ui/kit/court-lines.ts'

/** The court of a facility, by the name that its data gives it. */
export function FacilityDrawing({ drawing, className }: { drawing: string; className?: string | undefined }) {
  return Object.hasOwn(courtLines, drawing) ? <CourtDrawing sport={drawing as Sport} className={className} /> : null
}
