import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import type { ReactNode } from 'react'
import { sayStretch } from './preorder-words.ts'
import style from './round-banner.module.css'
import { RoundClock, RoundFrame } from './round-frame.tsx'
import { nextMoment, type Phase } from './round-moments.ts'
import { usePhase } from './use-round.ts'

const titles: Record<Phase, () => string> = {
  'not-yet': m.preorder_phase_not_yet,
  'view-only': m.preorder_phase_view,
  open: m.preorder_phase_open,
  ended: m.preorder_phase_ended,
}
const texts: Record<Phase, () => string> = {
  'not-yet': m.preorder_phase_not_yet_text,
  'view-only': m.preorder_phase_view_text,
  open: m.preorder_phase_open_text,
  ended: m.preorder_phase_ended_text,
}

/** Phase of the round, its next moment and the countdown to it. Updates by itself. */
export function RoundBanner({ round, children }: { round: RoundAnswer; children?: ReactNode }) {
  const phase = usePhase(round)
  const next = nextMoment(round, phase)
  return (
    <RoundFrame phase={phase} titleId="round-phase" className={style.banner}>
      <div className={style.words}>
        <p className="note">
          {round.name} · {sayStretch(round.seasonFrom, round.seasonTo)}
        </p>
        {/* Announced when the phase changes. */}
        <h2 id="round-phase" aria-live="polite">
          {titles[phase]()}
        </h2>
        <p className="soft">{texts[phase]()}</p>
      </div>
      {next && <RoundClock next={next} serverTime={round.serverTime} large />}
      <Moments round={round} phase={phase} />
      {children && <div className={style.actions}>{children}</div>}
    </RoundFrame>
  )
}

function Moments({ round, phase }: { round: RoundAnswer; phase: Phase }) {
  const moments = [
    { label: m.preorder_view_start(), at: round.viewStart, over: phase !== 'not-yet', here: phase === 'view-only' },
    { label: m.preorder_order_start(), at: round.orderStart, over: phase === 'open' || phase === 'ended', here: phase === 'open' },
    { label: m.preorder_end(), at: round.end, over: phase === 'ended', here: phase === 'ended' },
  ]
  return (
    <ol className={style.moments} aria-label={m.preorder_window()}>
      {moments.map(({ label, at, over, here }) => (
        <li key={label} data-over={over || undefined} aria-current={here ? 'step' : undefined}>
          <b>{label}</b>
          <time dateTime={at}>{formatMoment(new Date(at), getLocale())}</time>
        </li>
      ))}
    </ol>
  )
}
