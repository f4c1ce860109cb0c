import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { OwnMoveOptions } from '#modules/orders/moving-wire.ts'

/** A free spot: court, time and what it costs there. */
export type Choice = OwnMoveOptions['facilities'][number]['courts'][number]['spots'][number] & {
  venue1stName: string
  venue2ndId: number
  venue2ndName: string
}

export const choicesOf = ({ facilities }: OwnMoveOptions): Choice[] =>
  facilities.flatMap(({ venue1stName, courts }) =>
    courts.flatMap(({ venue2ndId, venue2ndName, spots }) => spots.map((spot) => ({ ...spot, venue1stName, venue2ndId, venue2ndName }))),
  )

/** Times of the day, each once, with the smallest difference of its courts. */
export function timesOf(choices: Choice[]): { start: string; label: string }[] {
  return [...Map.groupBy(choices, ({ start }) => start).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([start, at]) => ({ start, label: timeLabel(formatTime(new Date(start)), Math.min(...at.map(({ difference }) => difference))) }))
}

function timeLabel(time: string, difference: number): string {
  const amount = formatMoney(Math.abs(difference))
  if (difference === 0) return m.move_same({ time })
  return difference > 0 ? m.move_more({ time, amount }) : m.move_less({ time, amount })
}

/** Name of the court, with the hall where there are several, and its difference where the courts of this time differ. */
export function courtLabel({ venue1stName, venue2ndName, difference }: Choice, at: Choice[]): string {
  const court = at.some((one) => one.venue1stName !== venue1stName) ? `${venue1stName} ${venue2ndName}` : venue2ndName
  if (difference === 0 || at.every((one) => one.difference === difference)) return court
  const amount = formatMoney(Math.abs(difference))
  return difference > 0 ? m.move_court_more({ court, amount }) : m.move_court_less({ court, amount })
}

/** The court that is chosen by itself at another time: the same as before, or the booking's own, or the first. */
export const courtAt = (at: Choice[], before: number | undefined, own: number): Choice | undefined =>
  at.find(({ venue2ndId }) => venue2ndId === before) ?? at.find(({ venue2ndId }) => venue2ndId === own) ?? at[0]
