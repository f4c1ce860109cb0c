import { formatMoment } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { weekdayText } from '#i18n/weekdays.ts'
import { joinList } from '#i18n/join.ts'
import { writeCsv } from '#lib/csv.ts'
import type { SeasonAnswer } from './season-wire.ts'

type Line = (string | number)[]

const stateText = (state: string, locale: Locale) => text(`preorder_state_${state.replace('-', '_')}`, locale) ?? state

/** The plan as a table for spreadsheets: a line for each club, court, weekday and time. */
function planLines({ plan, facilities }: SeasonAnswer, locale: Locale): Line[] {
  const spoken = { locale }
  const head = [
    m.rounds_column_facility({}, spoken),
    m.rounds_column_court({}, spoken),
    m.rounds_column_weekday({}, spoken),
    m.rounds_column_from({}, spoken),
    m.rounds_column_to({}, spoken),
    m.rounds_column_club({}, spoken),
    m.rounds_column_title({}, spoken),
    m.rounds_column_state({}, spoken),
    m.rounds_column_dates({}, spoken),
    m.rounds_column_days({}, spoken),
    m.rounds_column_number({}, spoken),
  ]
  const placeOf = (courtId: number) => {
    const facility = facilities.find(({ courts }) => courts.some(({ id }) => id === courtId))
    return [facility?.name ?? '', facility?.courts.find(({ id }) => id === courtId)?.name ?? '']
  }
  const lines = plan.map((entry): Line => {
    const { weekday, start, end, club, title, status, days, orderNo } = entry
    const when = [weekdayText(weekday, locale), start, end]
    return [...placeOf(entry.courtId), ...when, club, title, stateText(status, locale), days.length, days.join(' '), orderNo]
  })
  return [head, ...lines]
}

/** What clubs have sent: a line for each pre-order, with what it lacks and why dates were refused. */
function requestLines({ requests, documentNames }: SeasonAnswer, locale: Locale): Line[] {
  const spoken = { locale }
  const head = [
    m.rounds_column_number({}, spoken),
    m.rounds_column_club({}, spoken),
    m.rounds_column_title({}, spoken),
    m.rounds_column_state({}, spoken),
    m.rounds_column_sent({}, spoken),
    m.rounds_column_lines({}, spoken),
    m.rounds_column_asked({}, spoken),
    m.rounds_column_dates({}, spoken),
    m.rounds_column_lost({}, spoken),
    m.rounds_column_missing({}, spoken),
    m.rounds_column_amount({}, spoken),
    m.rounds_column_headcount({}, spoken),
    m.rounds_column_contact({}, spoken),
    m.rounds_column_phone({}, spoken),
    m.rounds_column_decided_by({}, spoken),
    m.rounds_column_note({}, spoken),
  ]
  const lines = requests.map((one): Line => [
    one.orderNo,
    one.club,
    one.title,
    stateText(one.status, locale),
    one.submittedAt ? formatMoment(new Date(one.submittedAt), locale) : '',
    joinList(one.summary, locale),
    one.asked,
    one.held,
    joinList(
      one.lost.map(({ date, reason, by }) => [date, reason, by?.club].filter(Boolean).join(' ')),
      locale,
    ),
    joinList(
      one.missing.map((kind) => documentNames[kind] ?? kind),
      locale,
    ),
    one.amount,
    one.headcount,
    one.contactName,
    one.contactPhone,
    one.decidedBy ?? '',
    one.note,
  ])
  return [head, ...lines]
}

export const seasonCsv = (season: SeasonAnswer, locale: Locale): string => writeCsv(requestLines(season, locale))

/** A season as a workbook: what clubs have sent, and the plan, a sheet each. */
export async function seasonWorkbook(season: SeasonAnswer, locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const spoken = { locale }
  const sheet = (name: string, rows: Line[], widths: number[]) => ({
    name,
    rows,
    columns: widths.map((width) => ({ width })),
    freezePane: { rows: 1 },
  })
  const sheets = [
    sheet(
      m.rounds_tab_requests({}, spoken),
      requestLines(season, locale),
      [18, 24, 24, 12, 24, 40, 10, 10, 50, 24, 12, 10, 16, 16, 16, 40],
    ),
    sheet(m.rounds_tab_plan({}, spoken), planLines(season, locale), [18, 16, 10, 8, 8, 24, 24, 12, 10, 60, 18]),
  ]
  const { writeXlsx } = await import('hucre/xlsx')
  return new Uint8Array(await writeXlsx({ sheets }))
}
