import { m } from '#i18n/generated/messages.js'
import { phaseOf, type Phase } from '#modules/settings/window-rules.ts'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { clockText } from '#ui/kit/countdown.ts'

// Not imported from the module's rules: the home page uses this too and must stay small.

export type { Phase } from '#modules/settings/window-rules.ts'
export type Moments = Pick<RoundAnswer, 'viewStart' | 'orderStart' | 'end'>
export type NextMoment = { at: string; label: string }

/** Phase of a round by the server's clock; both ends of a window are included. */
export const phaseAt = ({ viewStart, orderStart, end }: Moments, now: number): Phase =>
  phaseOf({ viewStart: new Date(viewStart), orderStart: new Date(orderStart), end: new Date(end) }, new Date(now))

/** The moment at which a phase ends; undefined after the last one. */
export function nextMoment({ viewStart, orderStart, end }: Moments, phase: Phase): NextMoment | undefined {
  if (phase === 'not-yet') return { at: viewStart, label: m.preorder_until_view() }
  if (phase === 'view-only') return { at: orderStart, label: m.preorder_until_order() }
  return phase === 'open' ? { at: end, label: m.preorder_until_end() } : undefined
}

/** Time left: 3 天 4 小時 from a day on; below that 1:02:05. */
export function sayTimeLeft(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)]
  return days > 0 ? m.preorder_left_days({ days, hours }) : clockText(seconds)
}
