import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import style from './validation-court.module.css'

const balls = {
  flying: { x: 690, y: 96, flight: 'M 240 470 Q 430 150 676 98' },
  in: { x: 1180, y: 196, flight: 'M 240 470 Q 690 -190 1170 186' },
  out: { x: 1392, y: 250, flight: 'M 240 470 Q 860 -110 1384 242' },
}

/** Drawing for the state of a confirmation: the ball is in the air, lands inside or lands outside. */
export function ValidationCourt({ ball }: { ball: keyof typeof balls }) {
  const { x, y, flight } = balls[ball]
  return (
    <div className={style.court} data-ball={ball}>
      <CourtDrawing sport="badminton">
        <path className={style.flight} d={flight} />
        <circle className={style.landing} cx={x} cy={y} r={44} />
        <circle className={style.ball} cx={x} cy={y} r={21} />
      </CourtDrawing>
    </div>
  )
}
