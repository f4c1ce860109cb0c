import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import type { ReactNode } from 'react'
import { Countdown } from './countdown.tsx'
import style from './round-frame.module.css'
import type { NextMoment, Phase } from './round-moments.ts'

type Props = { phase: Phase; titleId: string; className?: string | undefined; children: ReactNode }

/** Where a round stands, at a glance: its colour goes with the phase. On the front door and on the season's own page. */
export function RoundFrame({ phase, titleId, className = '', children }: Props) {
  return (
    <section className={`${style.frame} ${className}`} data-phase={phase} aria-labelledby={titleId}>
      <CourtDrawing sport="badminton" className={style.court} />
      {children}
    </section>
  )
}

/** How long it is until the next moment. */
export function RoundClock({ next: { at, label }, serverTime, large }: { next: NextMoment; serverTime: string; large?: boolean }) {
  return (
    <p className={style.clock} data-large={large || undefined}>
      <span>{label}</span>
      <Countdown to={at} serverTime={serverTime} label={label} />
    </p>
  )
}
