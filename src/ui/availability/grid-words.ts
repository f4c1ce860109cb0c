import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { amountText } from '#i18n/money.ts'
import { sayTime, weekdayName } from '#i18n/weekdays.ts'
import type { Day } from '#lib/zone.ts'
import { isAwaitable, type Column, type GridPeriod, type GridState } from './grid-model.ts'

export const stateWord: Record<GridState, () => string> = {
  free: m.grid_free,
  held: m.grid_held,
  booked: m.grid_booked,
  waited: m.wish_state_open,
  mine: m.grid_mine,
  closed: m.grid_closed,
  past: m.grid_past,
  'not-yet': m.grid_not_yet,
}

/** What a court is on a day on which nothing of it is free; undefined where something is. */
export function sayNotFree(period: GridPeriod | undefined): string | undefined {
  if (period?.state === 'free') return undefined
  const state = period?.state ?? 'closed'
  return isAwaitable(state) ? m.grid_full() : stateWord[state]()
}

/** A slot as it is spoken: 週六 19 點; Saturday 19:00; sessions with both ends. */
export function sayColumn(day: Day, { start, end, long }: Column): string {
  const locale = getLocale()
  const at = sayTime(start, locale)
  return `${weekdayName(day, locale)} ${long ? m.grid_from_to({ from: at, to: sayTime(end, locale) }) : at}`
}

/** A price as it is spoken: 250 元; NT$250; free of charge for 0. */
export const sayPrice = (price: number): string => (price === 0 ? m.grid_zero() : m.grid_price({ price: amountText(price) }))

/** Accessible name of a cell: 羽球場 3, 週六 19 點, 可預約, 250 元 */
export function sayCell(court: string, when: string, { state, price, heldUntil }: GridPeriod, chosen: boolean): string {
  const words = chosen ? m.grid_chosen() : state === 'mine' && heldUntil ? m.grid_mine_held() : stateWord[state]()
  return [court, when, words, ...(state === 'free' ? [sayPrice(price)] : []), ...(isAwaitable(state) ? [m.wish_cell()] : [])].join(', ')
}
