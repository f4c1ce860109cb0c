import { formatPeriod } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { writeCsv } from '#lib/csv.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import type { ReportItem } from './list-store.ts'
import type { ClosureItemState } from './rules.ts'

const stateWords: Record<ClosureItemState, typeof m.closure_item_waiting> = {
  waiting: m.closure_item_waiting,
  offered: m.closure_item_offered,
  moved: m.closure_item_moved,
  cancelled: m.closure_item_cancelled,
  gone: m.closure_item_gone,
  failed: m.closure_item_failed,
  kept: m.closure_item_kept,
}

/** The report of a closure for spreadsheets: who lost what, what was paid back, and what could not be cancelled. */
export function reportCsv({ courtOf }: Pick<Catalogue, 'courtOf'>, items: ReportItem[], locale: Locale): string {
  const spoken = { locale }
  const head = [
    m.closure_column_when({}, spoken),
    m.closure_column_court({}, spoken),
    m.closure_column_who({}, spoken),
    m.closure_column_mobile({}, spoken),
    m.closure_column_order({}, spoken),
    m.closure_column_state({}, spoken),
    m.closure_column_back({}, spoken),
    m.closure_column_failure({}, spoken),
  ]
  const lines = items.map(({ start, end, courtId, name, mobile, orderNo, state, owed, failure }) => [
    formatPeriod(start, end, locale),
    placeOf(courtOf.get(courtId ?? 0), locale),
    name,
    mobile,
    orderNo ?? m.closure_preorder({}, spoken),
    stateWords[state]({}, spoken),
    owed,
    failure ?? '',
  ])
  return writeCsv([head, ...lines])
}

const placeOf = (at: { facility: Facility; court: Court } | undefined, locale: Locale): string =>
  at ? say(courtLabel(at.facility, at.court), locale) : ''
