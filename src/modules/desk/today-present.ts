import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { Catalogue, Words } from '#modules/venues/rules.ts'
import { titleOf } from '#modules/orders/line-texts.ts'
import { presentParked } from './present.ts'
import type { Today } from './read-today.ts'
import type { Queue } from './today-rules.ts'
import type { ExpectedRow, UnpaidRow } from './today-store.ts'
import type { ExpectedBooking, TodayAnswer, UnpaidOrder } from './today-wire.ts'

const named = ({ code, name }: { code: string; name: Words }, locale: Locale) => ({ code, name: say(name, locale) })
/** PostgreSQL's own text of a moment, as ISO 8601. */
const iso = (moment: string) => new Date(moment).toISOString()

const someOf = <Row extends { total: number }, Item>(rows: Row[], present: (row: Row) => Item) => ({
  total: rows[0]?.total ?? 0,
  items: rows.map(present),
})

/** So many offers that await an answer are told. */
const mostOffered = 10

/** `queues`: those that the viewer may read. */
export function presentToday(
  { row, noShowMinutes, free, catalogue, textBudget }: Today,
  queues: readonly Queue[],
  locale: Locale,
  now: Date,
): TodayAnswer {
  const place = placeIn(catalogue, locale)
  const expected = ({ id, orderNo, name, toPay, ...spot }: ExpectedRow): ExpectedBooking => ({ id, orderNo, name, toPay, ...place(spot) })
  const unpaid = ({ orderNo, name, amount, payBefore, payAtDesk, lines, booking }: UnpaidRow): UnpaidOrder => ({
    orderNo,
    name,
    amount,
    payBefore: iso(payBefore),
    payAtDesk,
    title: titleOf(lines, locale),
    booking: booking && { id: booking.id, ...place(booking), count: booking.count },
  })
  const parked = row.parked.map((item) => presentParked({ ...item, ...catalogue.courtOf.get(item.courtId)! }, locale, now))
  const offered = parked.filter(({ offeredUntil }) => offeredUntil !== null)
  return {
    arrivals: someOf(row.arrivals, expected),
    late: someOf(row.late, expected),
    noShowMinutes,
    unpaid: someOf(row.unpaid, unpaid),
    parked: parked.filter(({ offeredUntil }) => offeredUntil === null),
    offered: {
      total: offered.length,
      items: offered.toSorted((a, b) => a.offeredUntil!.localeCompare(b.offeredUntil!)).slice(0, mostOffered),
    },
    free: free.map(({ facility, slots }) => ({
      facility: named(facility, locale),
      slots: slots.map(({ start, end, courts }) => ({
        start: start.toISOString(),
        end: end.toISOString(),
        courts: courts.map((court) => named(court, locale)),
      })),
    })),
    broken: someOf(row.broken, ({ ticketNo, title, waterKind, facilityId, courtId, state, createdAt }) => ({
      ticketNo,
      title,
      waterKind,
      facility: named(catalogue.facilityOf.get(facilityId)!, locale),
      court: (courtId !== null && say(catalogue.courtOf.get(courtId)?.court.name, locale)) || null,
      state,
      createdAt: iso(createdAt),
    })),
    failed: queues.includes('messages')
      ? someOf(row.failed, ({ channel, error, createdAt }) => ({ channel, error, createdAt: iso(createdAt) }))
      : null,
    textsWaiting: textBudget ? { count: row.textsWaiting, perHour: textBudget.limit, until: textBudget.resetsAt.toISOString() } : null,
    serverTime: now.toISOString(),
  }
}

const placeIn = (catalogue: Catalogue, locale: Locale) => (spot: { courtId: number; start: string; end: string }) => {
  const { facility, court } = catalogue.courtOf.get(spot.courtId)!
  return { facility: named(facility, locale), court: named(court, locale), start: iso(spot.start), end: iso(spot.end) }
}
