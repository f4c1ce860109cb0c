import { formatDate, formatDay, formatDayBrief } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { sayTime, weekdayName, weekdayShort } from '#i18n/weekdays.ts'
import { ownValue } from '#lib/own-value.ts'
import { addDays, minuteFrom, momentAt, type Day } from '#lib/zone.ts'
import type { DocumentKind } from '#modules/preorders/rules.ts'
import type { CheckLinesAnswer, LineBody, PreOrderStateWire, RoundAnswer, SeasonCell } from '#modules/preorders/wire.ts'
import { levelOf, type Level, type OverviewCell } from './season-model.ts'

type Tone = 'plain' | 'good' | 'due' | 'danger'

const states: Record<PreOrderStateWire, { word: () => string; tone: Tone }> = {
  draft: { word: m.preorder_state_draft, tone: 'plain' },
  submitted: { word: m.preorder_state_submitted, tone: 'good' },
  'needs-documents': { word: m.preorder_state_needs_documents, tone: 'due' },
  approved: { word: m.preorder_state_approved, tone: 'due' },
  confirmed: { word: m.preorder_state_confirmed, tone: 'good' },
  rejected: { word: m.preorder_state_rejected, tone: 'danger' },
  cancelled: { word: m.preorder_state_cancelled, tone: 'plain' },
}
export const preOrderStateWord = (state: PreOrderStateWire): string => states[state].word()
export const preOrderStateTone = (state: PreOrderStateWire): Tone => states[state].tone

/** Name of a kind of document, as the round's answer has it. */
export const kindWord = ({ documentNames }: Pick<RoundAnswer, 'documentNames'>, kind: DocumentKind): string =>
  ownValue(documentNames, kind) ?? kind

type DateState = CheckLinesAnswer['lines'][number]['dates'][number]['state']
const dateStates: Record<DateState, () => string> = {
  free: m.preorder_date_free,
  taken: m.preorder_date_taken,
  closed: m.preorder_date_closed,
  past: m.preorder_date_past,
  outside_round: m.preorder_date_outside,
  yours: m.preorder_date_yours,
}
export const dateStateWord = (state: string): string => (ownValue<() => string>(dateStates, state) ?? m.preorder_date_taken)()

/** A short date for a chip: 1/6（二） or Tue 6 Jan. */
export const dayShort = (day: Day): string => formatDayBrief(day, getLocale())
const noon = (day: Day) => momentAt(day, 12 * 60)
export const sayDay = (day: Day): string => formatDay(noon(day), getLocale())

/** A span of days: 2027年1月1日（五）至 4月1日（四） */
export const sayStretch = (from: Day, to: Day): string =>
  m.preorder_stretch({ from: formatDate(noon(from), getLocale()), to: formatDate(noon(to), getLocale()) })

const someMonday = '2024-01-01'
export const weekdayWord = (weekday: number): string => weekdayName(addDays(someMonday, weekday - 1), getLocale())
/** A short weekday: 二 or Tue */
export const weekdayBrief = (weekday: number): string => weekdayShort(addDays(someMonday, weekday - 1), getLocale())

/** Time of a line: 每週二 19:00–21:00; without weekday for single dates. */
export function lineWords({ start, end, weekly }: Pick<LineBody, 'start' | 'end' | 'weekly'>): string {
  const hours = `${start}–${end}`
  return weekly ? m.preorder_every_week({ weekday: weekdayWord(weekly.weekday), hours }) : m.preorder_on_dates({ hours })
}

/** 26 個日期 */
export const datesWord = (count: number): string => (count === 1 ? m.preorder_dates_count_one() : m.preorder_dates_count({ count }))

const levels: Record<Level, () => string> = {
  all: m.preorder_level_all,
  some: m.preorder_level_some,
  none: m.preorder_level_none,
  mine: m.preorder_level_mine,
  closed: m.preorder_level_closed,
}
export const levelWord = (level: Level): string => levels[level]()

/** 週二 19 點 */
const sayWhen = (weekday: number, start: string): string => `${weekdayWord(weekday)} ${sayTime(minuteFrom(start), getLocale())}`

/** 羽球場 3, 週二 19 點, 13 週中 11 週可登記 */
export function sayOverview(court: string, weekday: number, start: string, cell: OverviewCell | undefined, chosen: boolean): string {
  const level = cell ? levelOf(cell) : 'closed'
  const free = cell && cell.free > 0 ? m.preorder_say_free({ free: cell.free, dates: cell.dates }) : levelWord(level)
  return [court, sayWhen(weekday, start), ...(chosen ? [m.preorder_chosen()] : []), free].join(', ')
}

const cells: Record<SeasonCell, () => string> = {
  free: m.preorder_date_free,
  mine: m.preorder_date_yours,
  taken: m.preorder_date_taken,
  closed: m.preorder_date_closed,
  past: m.preorder_date_past,
}
export const cellWord = (state: SeasonCell): string => cells[state]()

/** 羽球場 3, 1月6日（二） 19 點, 可登記 */
export const sayDayCell = (court: string, day: Day, start: string, state: SeasonCell, chosen: boolean): string =>
  [court, `${sayDay(day)} ${sayTime(minuteFrom(start), getLocale())}`, chosen ? m.preorder_chosen() : cellWord(state)].join(', ')

/** Remaining limit: 每週還可登記 1 個時段, by the fullest week. */
export function capsWord(periods: number, allowed: number): string {
  if (periods > allowed) return m.preorder_caps_over()
  return periods === allowed ? m.preorder_caps_full() : m.preorder_caps_left({ count: allowed - periods })
}
