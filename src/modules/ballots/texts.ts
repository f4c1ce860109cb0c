import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { weekdayText } from '#i18n/weekdays.ts'
import { say } from '#i18n/words.ts'
import { timeFrom } from '#lib/zone.ts'
import { lineProblemTitle } from '#modules/preorders/texts.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { Reason } from './manifest-wire.ts'
import type { Wish, WishProblem } from './wish-rules.ts'

export function wishProblemTitle(problem: WishProblem, locale: Locale): string {
  if (problem.code === 'no_such_facility') return m.problem_not_in_round({}, { locale })
  if (problem.code === 'same_wish') return m.ballot_same_wish({ number: problem.as }, { locale })
  return lineProblemTitle(problem, locale)
}

/** 羽球場 3，每週二 19:00–21:00; for any court the name of the facility. */
export function wishSummary(
  catalogue: Catalogue,
  { facilityId, courtId, weekday, start, end }: Pick<Wish, 'facilityId' | 'courtId' | 'weekday' | 'start' | 'end'>,
  locale: Locale,
): string {
  const facility = say(catalogue.facilities.find(({ id }) => id === facilityId)?.name, locale) ?? ''
  const court =
    courtId === null ? m.ballot_any_court_of({ facility }, { locale }) : (say(catalogue.courtOf.get(courtId)?.court.name, locale) ?? '')
  return m.preorder_summary_weekly({ court, weekday: weekdayText(weekday, locale), start: timeFrom(start), end: timeFrom(end) }, { locale })
}

export function reasonText(reason: Reason, locale: Locale): string {
  const spoken = { locale }
  switch (reason.why) {
    case 'not_free':
      return m.ballot_why_not_free({}, spoken)
    case 'taken':
      return m.ballot_why_taken({}, spoken)
    case 'over_cap':
      return m.ballot_why_over_cap({ count: reason.allowed }, spoken)
    case 'set_aside':
      return m.ballot_why_set_aside({}, spoken)
  }
}
