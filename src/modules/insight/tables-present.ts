import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { timeFrom } from '#lib/zone.ts'
import { weekdayBrief } from '#i18n/weekdays.ts'
import { averageStars, leadSpans, shareOf, sumOf, type Comparable, type Figure } from './rules.ts'
import { demandName, figureTitle, leadName, ownText } from './texts.ts'
import type { FigureTable, MoneyOf, VisitsOf } from './wire.ts'

type Column = FigureTable['columns'][number]
type Row = FigureTable['rows'][number]
type Both<T> = { now: T; before: T }

const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10
const percentOf = (part: number, whole: number): number | null => {
  const share = shareOf(part, whole)
  return share === null ? null : Math.round(share * 1000) / 10
}
const average = (stars: number[]): number | null => {
  const mean = averageStars(stars)
  return mean === null ? null : Math.round(mean * 10) / 10
}

/** The numbers of the figures as tables: what the screen shows beside each plot, and what CSV and XLSX hold. */
export function presentTables(
  visits: Both<VisitsOf> | null,
  money: Both<MoneyOf>,
  { locale, comparable }: { locale: Locale; comparable: Comparable },
): FigureTable[] {
  const table = (figure: Figure, columns: Column[], rows: Row[]): FigureTable => ({
    figure,
    title: figureTitle(figure, locale),
    columns,
    rows,
  })
  const head = headOf(locale)
  return [
    ...(visits
      ? [
          table(
            'use',
            [head.facility, head.percent, head.percentBefore, head.hours, head.hoursBookable, head.bookings],
            useRows(visits, locale),
          ),
          table('hours', [head.hour, ...head.weekdays], hourRows(visits.now)),
          table('refused', [head.wanted, head.weekday, head.hour, ...head.demand, head.courts], demandRows(visits.now, locale)),
        ]
      : []),
    table('money', [head.facility, head.in, head.out, head.net, head.netBefore], facilityMoneyRows(money, locale, comparable)),
    table('ways', [head.way, head.in, head.out, head.net, head.netBefore, head.payments, head.refunds], wayRows(money, locale, comparable)),
    ...(visits
      ? [
          table('no-shows', [head.facility, head.missed, head.came, head.percent, head.percentBefore], noShowRows(visits, locale)),
          table('lead', [head.lead, head.bookings, head.percent, head.percentBefore], leadRows(visits, locale)),
        ]
      : []),
    table('refunds', [head.cause, head.count, head.amount, head.amountBefore], refundRows(money, locale, comparable)),
    ...(visits
      ? [
          table('ratings', [head.facility, head.stars, head.starsBefore, head.count, ...head.each], ratingRows(visits, locale)),
          table('logins', [head.means, head.logins, head.loginsBefore], loginRows(visits)),
        ]
      : []),
  ]
}

function headOf(locale: Locale) {
  const spoken = { locale }
  const column = (name: string, kind: Column['kind']): Column => ({ head: name, kind })
  return {
    facility: column(m.insight_column_facility({}, spoken), 'text'),
    percent: column(m.insight_column_percent({}, spoken), 'percent'),
    percentBefore: column(m.insight_column_before({}, spoken), 'percent'),
    hours: column(m.insight_column_hours({}, spoken), 'hours'),
    hoursBookable: column(m.insight_column_hours_bookable({}, spoken), 'hours'),
    bookings: column(m.insight_column_bookings({}, spoken), 'count'),
    hour: column(m.insight_column_hour({}, spoken), 'text'),
    weekday: column(m.insight_column_weekday({}, spoken), 'text'),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => column(weekdayLabel(weekday, locale), 'percent')),
    wanted: column(m.insight_column_wanted({}, spoken), 'text'),
    demand: (['refused', 'searched', 'seen'] as const).map((kind) => column(demandName(kind, locale), 'count')),
    courts: column(m.insight_column_courts({}, spoken), 'count'),
    way: column(m.insight_column_way({}, spoken), 'text'),
    in: column(m.insight_column_in({}, spoken), 'money'),
    out: column(m.insight_column_out({}, spoken), 'money'),
    net: column(m.insight_column_net({}, spoken), 'money'),
    netBefore: column(m.insight_column_before({}, spoken), 'money'),
    payments: column(m.insight_column_payments({}, spoken), 'count'),
    refunds: column(m.insight_column_refunds({}, spoken), 'count'),
    missed: column(m.insight_column_missed({}, spoken), 'count'),
    came: column(m.insight_column_came({}, spoken), 'count'),
    lead: column(m.insight_column_lead({}, spoken), 'text'),
    cause: column(m.insight_column_cause({}, spoken), 'text'),
    count: column(m.insight_column_count({}, spoken), 'count'),
    amount: column(m.insight_column_amount({}, spoken), 'money'),
    amountBefore: column(m.insight_column_before({}, spoken), 'money'),
    means: column(m.insight_column_means({}, spoken), 'text'),
    logins: column(m.insight_column_logins({}, spoken), 'count'),
    loginsBefore: column(m.insight_column_before({}, spoken), 'count'),
    stars: column(m.insight_column_stars({}, spoken), 'stars'),
    starsBefore: column(m.insight_column_before({}, spoken), 'stars'),
    each: [1, 2, 3, 4, 5].map((stars) => column(`${stars} ★`, 'count')),
  }
}

function loginRows({ now, before }: Both<VisitsOf>): Row[] {
  const was = new Map(before.logins.map((one) => [one.key, one.count]))
  return now.logins.map(({ key, name, count }) => [name, count, was.get(key) ?? 0])
}

const weekdayLabel = (weekday: number, locale: Locale): string => weekdayBrief(weekday, locale)

const everything = (locale: Locale): string => m.insight_total({}, { locale })

function useRows({ now, before }: Both<VisitsOf>, locale: Locale): Row[] {
  const was = new Map(before.facilities.map((one) => [one.code, one]))
  const row = (
    name: string,
    one: VisitsOf['facilities'][number] | VisitsOf,
    then: { booked: number; bookable: number } | undefined,
  ): Row => [
    name,
    percentOf(one.booked, one.bookable),
    then ? percentOf(then.booked, then.bookable) : null,
    hoursOf(one.booked),
    hoursOf(one.bookable),
    one.bookings,
  ]
  return [...now.facilities.map((one) => row(one.name, one, was.get(one.code))), row(everything(locale), now, before)]
}

/** Hours that could be booked on some weekday, one row each. */
function hourRows({ bookedWeek, bookableWeek }: VisitsOf): Row[] {
  return Array.from({ length: 24 }, (_, hour) => hour)
    .filter((hour) => bookableWeek.some((hours) => hours[hour]! > 0))
    .map((hour) => [timeFrom(hour * 60), ...bookedWeek.map((hours, day) => percentOf(hours[hour]!, bookableWeek[day]![hour]!))])
}

const demandRows = ({ demand }: VisitsOf, locale: Locale): Row[] =>
  demand.top.map(({ name, weekday, hour, refused, searched, seen, courts }) => [
    name,
    weekdayLabel(weekday, locale),
    timeFrom(hour * 60),
    refused,
    searched,
    seen,
    courts,
  ])

/** Money of the period beside: not known when all of it was before the centre's first day and nothing had moved. */
const moneyBefore = (before: MoneyOf, comparable: Comparable) => (amount: number | undefined) =>
  comparable === 'none' && before.in === 0 && before.out === 0 ? null : (amount ?? 0)

type Moved = { code: string; name: string; in: number; out: number }
const netOf = (one: { in: number; out: number }): number => one.in - one.out

/** One row a facility, also when its money moved in the period beside only: each column adds up to the last row. */
function facilityMoneyRows({ now, before }: Both<MoneyOf>, locale: Locale, comparable: Comparable): Row[] {
  const then = moneyBefore(before, comparable)
  const was = new Map(before.facilities.map((one) => [one.code, netOf(one)]))
  const known = new Set(now.facilities.map(({ code }) => code))
  const gone = before.facilities.filter(({ code }) => !known.has(code)).map((one): Moved => ({ ...one, in: 0, out: 0 }))
  return [
    ...[...now.facilities, ...gone].map((one): Row => [one.name, one.in, one.out, netOf(one), then(was.get(one.code))]),
    [everything(locale), now.in, now.out, netOf(now), then(netOf(before))],
  ]
}

/** The same money by the way on which it moved. */
function wayRows({ now, before }: Both<MoneyOf>, locale: Locale, comparable: Comparable): Row[] {
  const then = moneyBefore(before, comparable)
  const was = new Map(before.ways.map((one) => [one.way, netOf(one)]))
  const total = (pick: (one: MoneyOf['ways'][number]) => number) => sumOf(now.ways.map(pick))
  return [
    ...now.ways.map((one): Row => [one.name, one.in, one.out, netOf(one), then(was.get(one.way)), one.payments, one.refunds]),
    [
      everything(locale),
      now.in,
      now.out,
      netOf(now),
      then(netOf(before)),
      total(({ payments }) => payments),
      total(({ refunds }) => refunds),
    ],
  ]
}

function noShowRows({ now, before }: Both<VisitsOf>, locale: Locale): Row[] {
  const was = new Map(before.facilities.map((one) => [one.code, one]))
  type Seen = { came: number; missed: number }
  const row = (name: string, { came, missed }: Seen, then: Seen | undefined): Row => [
    name,
    missed,
    came,
    percentOf(missed, came + missed),
    then ? percentOf(then.missed, then.came + then.missed) : null,
  ]
  const met = now.facilities.filter(({ came, missed }) => came + missed > 0)
  return [...met.map((one) => row(one.name, one, was.get(one.code))), row(everything(locale), now, before)]
}

function leadRows({ now, before }: Both<VisitsOf>, locale: Locale): Row[] {
  const [all, was] = [sumOf(now.lead), sumOf(before.lead)]
  return leadSpans.map((span, n) => [leadName(span, locale), now.lead[n]!, percentOf(now.lead[n]!, all), percentOf(before.lead[n]!, was)])
}

function refundRows({ now, before }: Both<MoneyOf>, locale: Locale, comparable: Comparable): Row[] {
  const then = moneyBefore(before, comparable)
  const was = new Map(before.refunds.map((one) => [one.cause, one]))
  const causes = [
    ...now.refunds,
    ...before.refunds
      .filter(({ cause }) => !now.refunds.some((one) => one.cause === cause))
      .map((one) => ({ ...one, count: 0, amount: 0 })),
  ]
  return [
    ...causes.map((one): Row => [one.name, one.count, one.amount, then(was.get(one.cause)?.amount)]),
    [everything(locale), sumOf(now.refunds.map(({ count }) => count)), now.out, then(before.out)],
  ]
}

function ratingRows({ now, before }: Both<VisitsOf>, locale: Locale): Row[] {
  const was = new Map(before.ratings.facilities.map((one) => [one.code, one.stars]))
  const row = (name: string, stars: number[], then: number[] | undefined): Row => [
    name,
    average(stars),
    then ? average(then) : null,
    sumOf(stars),
    ...stars,
  ]
  return [
    ...now.ratings.facilities.map((one) =>
      row(one.code === '' ? ownText('insight_centre_itself', locale) : one.name, one.stars, was.get(one.code)),
    ),
    row(everything(locale), now.ratings.stars, before.ratings.stars),
  ]
}
