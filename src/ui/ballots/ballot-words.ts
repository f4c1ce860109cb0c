import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { weekdayText } from '#i18n/weekdays.ts'
import type { BallotsAnswer, OwnBallotAnswer, WishBody } from '#modules/ballots/wish-wire.ts'

type Stage = BallotsAnswer[number]['stage']

const stages: Record<Stage, () => string> = {
  soon: m.ballot_stage_soon,
  open: m.ballot_stage_open,
  ended: m.ballot_stage_ended,
  frozen: m.ballot_stage_frozen,
  drawn: m.ballot_stage_drawn,
}
export const stageWord = (stage: Stage): string => stages[stage]()

export const sayMoment = (moment: string): string => formatMoment(new Date(moment), getLocale())

/** 羽球館任一場地 每週二 19:00–21:00 */
export function wishWords(
  { facilities }: Pick<OwnBallotAnswer, 'facilities'>,
  { venue1stId, venue2ndId, weekday, start, end }: WishBody,
): string {
  const facility = facilities.find(({ id }) => id === venue1stId)
  const court = facility?.courts.find(({ id }) => id === venue2ndId)?.name ?? m.ballot_any_court_of({ facility: facility?.name ?? '' })
  return m.preorder_summary_weekly({ court, weekday: weekdayText(weekday, getLocale()), start, end })
}
