import type { Locale } from '#i18n/locale.ts'
import { ownText } from './texts.ts'
import { moneyWays, type MoneyWay } from '#modules/payments/rules.ts'
import type { Facility } from '#modules/venues/rules.ts'
import type { Bookable } from './bookable-rules.ts'
import type { InsightRows, PeriodRows } from './read-insight.ts'
import { emptyWeek, pointsOf, sumOf, sumOfWeek, type DaySpan, type Grain, type Week } from './rules.ts'
import type { DemandRow, MoneyRow, RatingRow, UseRow, UseRows } from './store.ts'
import { causeName, facilityName, meansName, sportText, wayName } from './texts.ts'
import type { InsightAnswer, MoneyOf, VisitsOf } from './wire.ts'

/** How many of the most wanted hours are named. */
const topAtMost = 12

type View = { facilities: Facility[]; grain: Grain; locale: Locale; wayTitle: WayTitle }
/** How people know an issuer by whom they log in. */
export type WayTitle = (way: string, locale: Locale) => string

/** Both periods in numbers, with names in the reader's language. */
export function presentPeriods(
  { facilities, grain, now, before }: Pick<InsightRows, 'facilities' | 'grain' | 'now' | 'before'>,
  locale: Locale,
  wayTitle: WayTitle,
): Pick<InsightAnswer, 'visits' | 'money'> {
  const view = { facilities, grain, locale, wayTitle }
  return {
    visits: now.visits &&
      before.visits && { now: visitsOf(now.span, now.visits, view), before: visitsOf(before.span, before.visits, view) },
    money: { now: moneyOf(now, view), before: moneyOf(before, view) },
  }
}

function visitsOf(span: DaySpan, { use, demand, ratings, logins, bookable }: NonNullable<PeriodRows['visits']>, view: View): VisitsOf {
  const { facilities, locale, wayTitle } = view
  const each = facilities.map((facility) => useOfFacility(facility, use.byWeekday, bookable.get(facility.id)))
  const week = (pick: (one: (typeof each)[number]) => Week) =>
    emptyWeek().map((hours, day) => hours.map((_, hour) => sumOf(each.map((one) => pick(one)[day]![hour]!))))
  const [bookedWeek, bookableWeek] = [week(({ booked }) => booked), week((one) => one.bookable)]
  const total = (pick: (row: UseRow) => number) => sumOf(use.byWeekday.map(pick))
  return {
    booked: sumOfWeek(bookedWeek),
    bookable: sumOfWeek(bookableWeek),
    bookings: total(({ bookings }) => bookings),
    came: total(({ came }) => came),
    missed: total(({ missed }) => missed),
    lead: Array.from({ length: 7 }, (_, n) => total(({ lead }) => lead[n]!)),
    bookedWeek,
    bookableWeek,
    facilities: each
      .filter(({ booked, bookable: could }) => sumOfWeek(booked) + sumOfWeek(could) > 0)
      .map(({ facility, booked, bookable: could, ...counts }) => ({
        code: facility.code,
        name: facilityName(facility, locale),
        booked: sumOfWeek(booked),
        bookable: sumOfWeek(could),
        ...counts,
      })),
    points: usePoints(span, use, bookable, view),
    demand: demandOf(demand, view),
    ratings: ratingsOf(ratings, view),
    logins: logins.map(({ means, way, logins: count }) => ({
      key: `${means} ${way}`,
      name: means === 'issuer' ? wayTitle(way, locale) : meansName(means, locale),
      count,
    })),
  }
}

/** An hour that was booked could be booked, whatever the timetable says today. */
function useOfFacility(facility: Facility, use: UseRow[], bookable: Bookable | undefined) {
  const rows = use.filter(({ facilityId }) => facilityId === facility.id)
  const booked = emptyWeek()
  for (const { weekday, booked: hours } of rows) booked[weekday - 1] = hours
  const could = emptyWeek().map((hours, day) => hours.map((_, hour) => Math.max(bookable?.week[day]![hour] ?? 0, booked[day]![hour]!)))
  const total = (pick: (row: UseRow) => number) => sumOf(rows.map(pick))
  return {
    facility,
    booked,
    bookable: could,
    bookings: total(({ bookings }) => bookings),
    came: total(({ came }) => came),
    missed: total(({ missed }) => missed),
  }
}

function usePoints(span: DaySpan, use: UseRows, bookable: Map<number, Bookable>, { grain }: View): VisitsOf['points'] {
  const points = pointsOf(span, grain).map((from) => ({ from, could: 0 }))
  let place = 0
  for (const [n, day] of pointsOf(span, 'day').entries()) {
    if (points[place + 1] && points[place + 1]!.from <= day) place++
    for (const { byDay } of bookable.values()) points[place]!.could += byDay[n]!
  }
  const booked = new Map(use.points.map(({ point, minutes }) => [point, minutes]))
  return points.map(({ from, could }) => {
    const minutes = booked.get(from) ?? 0
    return { from, booked: minutes, bookable: Math.max(could, minutes) }
  })
}

function demandOf(rows: DemandRow[], { facilities, locale }: View): VisitsOf['demand'] {
  const week = emptyWeek()
  const kinds = { refused: 0, searched: 0, seen: 0 }
  const cells = new Map<string, VisitsOf['demand']['top']>()
  const names = new Map(facilities.map((facility) => [facility.id, facilityName(facility, locale)]))
  for (const { facilityId, sport, kind, weekday, times, courts } of rows) {
    const name = facilityId === 0 ? sportText(sport, locale) : (names.get(facilityId) ?? '')
    const key = `${name} ${weekday}`
    let ofWeekday = cells.get(key)
    if (!ofWeekday) cells.set(key, (ofWeekday = []))
    for (const [hour, count] of times.entries()) {
      if (count === 0) continue
      week[weekday - 1]![hour]! += count
      kinds[kind] += count
      const cell = (ofWeekday[hour] ??= { name, weekday, hour, refused: 0, searched: 0, seen: 0, courts: 0 })
      cell[kind] += count
      if (kind !== 'seen') cell.courts += kind === 'refused' ? courts[hour]! : count
    }
  }
  // A refused booking says most, a look at a full grid least.
  const weight = ({ refused, searched, seen }: { refused: number; searched: number; seen: number }) =>
    refused * 1e12 + searched * 1e6 + seen
  const top = [...cells.values()]
    .flatMap((hours) => hours.filter(Boolean))
    .toSorted((a, b) => weight(b) - weight(a) || a.weekday - b.weekday || a.hour - b.hour)
  return { ...kinds, week, top: top.slice(0, topAtMost) }
}

function ratingsOf(rows: RatingRow[], { facilities, locale }: View): VisitsOf['ratings'] {
  const starsOf = (some: RatingRow[]) =>
    [1, 2, 3, 4, 5].map((stars) => sumOf(some.filter((row) => row.stars === stars).map(({ count }) => count)))
  const each = facilities.flatMap((facility) => {
    const own = rows.filter(({ facilityId }) => facilityId === facility.id)
    return own.length === 0 ? [] : [{ code: facility.code, name: facilityName(facility, locale), stars: starsOf(own) }]
  })
  const centre = rows.filter(({ facilityId }) => facilityId === null)
  if (centre.length > 0) each.push({ code: '', name: ownText('insight_centre_itself', locale), stars: starsOf(centre) })
  return { stars: starsOf(rows), facilities: each }
}

function moneyOf({ span, money }: PeriodRows, { facilities, grain, locale }: View): MoneyOf {
  const rows = money.byWay
  const paid = (some: MoneyRow[]) => sumOf(some.map((row) => row.paid))
  const refunded = (some: MoneyRow[]) => sumOf(some.map((row) => row.refunded))
  const movements = (some: MoneyRow[]) => sumOf(some.map((row) => row.movements))
  const isPayment = ({ cause }: MoneyRow) => cause === ''
  const known = facilities.map((facility) => ({ id: facility.id, code: facility.code, name: facilityName(facility, locale) }))
  const byFacility = Map.groupBy(rows, ({ facilityId }) => (known.some(({ id }) => id === facilityId) ? facilityId : 0))
  const points = new Map(pointsOf(span, grain).map((from) => [from, { from, in: 0, out: 0 }]))
  for (const { point, paid: came, refunded: went } of money.points) points.set(point, { from: point, in: came, out: went })
  const causes = Map.groupBy(
    rows.filter((row) => !isPayment(row)),
    ({ cause }) => cause,
  )
  return {
    in: paid(rows),
    out: refunded(rows),
    ways: moneyWays.map((way) => {
      const some = rows.filter((row) => row.way === way)
      const [payments, refunds] = [some.filter(isPayment), some.filter((row) => !isPayment(row))]
      return {
        way,
        name: wayName(way, locale),
        in: paid(some),
        out: refunded(some),
        payments: movements(payments),
        refunds: movements(refunds),
      }
    }),
    facilities: [...known, { id: 0, code: '', name: ownText('insight_no_facility', locale) }].flatMap(({ id, code, name }) => {
      const some = byFacility.get(id)
      if (!some) return []
      const net = (way: MoneyWay) => some.filter((row) => row.way === way).reduce((sum, row) => sum + row.paid - row.refunded, 0)
      const byWay = { card: net('card'), transfer: net('transfer'), cash: net('cash'), terminal: net('terminal'), voucher: net('voucher') }
      return [{ code, name, in: paid(some), out: refunded(some), byWay }]
    }),
    refunds: [...causes]
      .map(([cause, some]) => ({ cause, name: causeName(cause, locale), count: movements(some), amount: refunded(some) }))
      .toSorted((a, b) => b.amount - a.amount),
    points: [...points.values()],
  }
}
