import { m } from '#i18n/generated/messages.js'
import { amountText } from '#i18n/money.ts'
import { clockText, useCountdown, worthCounting } from '#ui/kit/countdown.ts'
import type { GridPeriod } from './grid-model.ts'
import { stateWord } from './grid-words.ts'

/** Visible text of a cell: the price when free, else the word of its state. */
export function CellText({ period: { state, price, heldUntil } }: { period: GridPeriod }) {
  if (state === 'free') return price === 0 ? m.grid_zero_short() : amountText(price)
  if (state === 'mine' && heldUntil) return <HeldCell until={heldUntil} />
  return state === 'past' ? '–' : state === 'not-yet' ? m.grid_not_yet_short() : state === 'mine' ? m.grid_mine_short() : stateWord[state]()
}

/** The member's own hold: counted down in its last hour. */
export function HeldCell({ until }: { until: string }) {
  const left = useCountdown(Date.parse(until))
  return <span>{left > 0 && left < worthCounting ? clockText(left) : m.grid_mine_short()}</span>
}
