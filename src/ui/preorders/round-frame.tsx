import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import type { ReactNode } from 'react'
import { Countdown } from './countdown.tsx'
import style from './round-frame.module.css'
import type { NextMoment, Phase } from './round-moments.ts'

type Props = { phase: Phase; titleId: string; className?: string | undefined; children: ReactNode }

/** Frame whose colour shows the phase of a round, on the home page and on the season's page. */
export function RoundFrame({ phase, titleId, className = '', children }: Props) {
  return (
    <section className={`${style.frame} ${className}`} data-phase={phase} aria-labelledby={titleId}>
      <CourtDrawing sport="badminton" className={style.court} />
      {children}
    </section>
  )
}

/** Countdown to the next moment of the round. */
export function RoundClock({ next: { at, label }, serverTime, large }: { next: NextMoment; serverTime: string; large?: boolean }) {
  return (
    <p className={style.clock} data-large={large || undefined}>
      <span>{label}</span>
      <Countdown to={at} serverTime={serverTime} label={label} />
    </p>
  )
}
