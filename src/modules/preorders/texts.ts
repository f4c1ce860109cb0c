import { formatDay } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { weekdayText } from '#i18n/weekdays.ts'
import { say } from '#i18n/words.ts'
import { joinList } from '#i18n/join.ts'
import { momentAt, timeFrom, type Day } from '#lib/zone.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { DocumentKind, DocumentRules, Line, LineProblem, OverCap, RefusedWhy } from './rules.ts'

export const dayText = (day: Day, locale: Locale): string => formatDay(momentAt(day, 0), locale)

export function lineProblemTitle(problem: LineProblem, locale: Locale): string {
  const spoken = { locale }
  switch (problem.code) {
    case 'no_such_court':
      return m.problem_no_such_court({}, spoken)
    case 'not_in_round':
      return m.problem_not_in_round({}, spoken)
    case 'off_grid':
      return m.problem_off_grid({ slotMinutes: problem.slotMinutes }, spoken)
    case 'outside_round_hours':
      return m.problem_outside_round_hours({ opens: timeFrom(problem.opens), closes: timeFrom(problem.closes) }, spoken)
    case 'too_long':
      return m.problem_too_long({ hours: problem.minutes / 60 }, spoken)
    case 'no_dates':
      return m.problem_no_dates({}, spoken)
    case 'lines_overlap':
      return m.problem_lines_overlap({}, spoken)
  }
}

const whys: Record<RefusedWhy, (params: object, spoken: { locale: Locale }) => string> = {
  taken: m.preorder_why_taken,
  closed: m.preorder_why_closed,
  past: m.preorder_why_past,
  outside_round: m.preorder_why_outside_round,
  yours: m.preorder_why_yours,
}
export const whyText = (why: RefusedWhy, locale: Locale): string => whys[why]({}, { locale })

export const overCapReason = ({ week, periods, allowed }: OverCap, locale: Locale): string =>
  m.preorder_over_cap({ week: dayText(week, locale), periods, allowed }, { locale })

export const kindsText = (which: DocumentKind[], { kinds }: DocumentRules, locale: Locale): string =>
  joinList(
    which.map((code) => say(kinds.find((kind) => kind.code === code)?.name, locale) ?? code),
    locale,
  )

/** 羽球場 3, 每週二 19:00–21:00. Courts that are no longer in the catalogue are left out. */
export function lineSummary(catalogue: Catalogue, line: Line, locale: Locale): string | undefined {
  const found = catalogue.courtOf.get(line.courtId)
  if (!found) return undefined
  const said = { court: say(found.court.name, locale), start: timeFrom(line.start), end: timeFrom(line.end) }
  if ('weekly' in line) return m.preorder_summary_weekly({ ...said, weekday: weekdayText(line.weekly.weekday, locale) }, { locale })
  const [first] = line.dates.toSorted()
  const days = { ...said, day: first === undefined ? '' : dayText(first, locale), count: line.dates.length }
  return line.dates.length === 1 ? m.preorder_summary_day(days, { locale }) : m.preorder_summary_days(days, { locale })
}
