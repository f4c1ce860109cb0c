import { m } from '#i18n/generated/messages.js'
import { amountText } from '#i18n/money.ts'
import type { SchedulePeriod } from '#modules/availability/wire.ts'
import { clockText, useCountdown } from '#ui/kit/countdown.ts'
import { stateWord } from './grid-words.ts'

/** Visible text of a cell: the price when free, else the word of its state. */
export function CellText({ period: { state, price, heldUntil } }: { period: SchedulePeriod }) {
  if (state === 'free') return price === 0 ? m.grid_zero_short() : amountText(price)
  if (state === 'mine' && heldUntil) return <HoldClock until={heldUntil} />
  return state === 'past' ? '–' : state === 'not-yet' ? m.grid_not_yet_short() : state === 'mine' ? m.grid_mine_short() : stateWord[state]()
}

/** Longest time in seconds that is counted down: what is paid at the desk days later is simply the member's own. */
const worthCounting = 3600

/** Countdown of the member's own hold. */
export function HoldClock({ until }: { until: string }) {
  const left = useCountdown(Date.parse(until))
  return <span>{left > 0 && left < worthCounting ? clockText(left) : m.grid_mine_short()}</span>
}
