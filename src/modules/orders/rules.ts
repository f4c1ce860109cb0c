import { datedNumber, datedNumberPattern } from '#lib/letter-codes.ts'
import { minutes, overlaps, type Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { refundTiersAt, type Limits } from '#modules/settings/rules.ts'
import {
  countsForQuota,
  isBySessions,
  lastOpenDay,
  openingOf,
  slotsIn,
  slotsOn,
  timetableToShow,
  type BookingWindow,
} from '#modules/venues/hours-rules.ts'
import { priceOf, type Price } from '#modules/venues/price-rules.ts'
import { findOffered, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'

/**
 * An order is what a member buys at once: one item for each court and period. Its items are held while it awaits
 * payment, and booked once it is confirmed. Order rows are never deleted.
 */
export const orderStates = [
  'awaiting-payment',
  'confirmed',
  'checked-in',
  'completed',
  'no-show',
  'expired',
  'cancelled',
  'venue-cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

export const orderMoves = {
  pay: { from: ['awaiting-payment'], to: 'confirmed' },
  expire: { from: ['awaiting-payment'], to: 'expired' },
  cancelUnpaid: { from: ['awaiting-payment'], to: 'cancelled' },
  /** A late payment, when the periods are still free. */
  confirmLate: { from: ['expired'], to: 'confirmed' },
  /** A top-up whose new spot is no longer in the catalogue: a late payment goes back. */
  cancelExpired: { from: ['expired'], to: 'cancelled' },
  /** All items were refunded. */
  giveBackAll: { from: ['confirmed', 'checked-in'], to: 'cancelled' },
  closeVenue: { from: ['awaiting-payment', 'confirmed', 'checked-in'], to: 'venue-cancelled' },
  /** A period was checked in; later check-ins leave the state. */
  checkIn: { from: ['confirmed', 'checked-in'], to: 'checked-in' },
  /** The only check-in was undone. */
  undoCheckIn: { from: ['checked-in'], to: 'confirmed' },
  /** A check-in without a network is reported after the order was closed; the next run closes it again. */
  comeAfterAll: { from: ['completed', 'no-show'], to: 'checked-in' },
  /** All periods are over and were attended. */
  complete: { from: ['confirmed', 'checked-in'], to: 'completed' },
  /** All periods are over and at least one was missed. */
  miss: { from: ['confirmed', 'checked-in'], to: 'no-show' },
} as const satisfies Record<string, { from: readonly OrderState[]; to: OrderState }>
export type OrderMove = keyof typeof orderMoves

/** The state at this moment: an overdue order is expired even before the job writes it. */
export const stateNow = (state: OrderState, payBefore: Date | null, now: Date): OrderState =>
  state === 'awaiting-payment' && payBefore !== null && payBefore <= now ? 'expired' : state

export type ItemRequest = { courtId: number; period: Period }

export type ItemProblem =
  | { code: 'no_such_court' }
  | { code: 'starts_in_past' }
  | { code: 'off_grid'; slotMinutes: number }
  | { code: 'not_open_yet'; opensOn: Day; opensAt: Date }
  | { code: 'items_overlap' }
  | { code: 'period_taken' }
  /** The caller already holds this period. */
  | { code: 'period_yours' }
  | { code: 'period_closed' }

export type QuotedItem = ItemRequest &
  Price & {
    facility: Facility
    court: Court
    day: Day
    minutes: number
    counts: boolean
    total: number
    refundTiers: readonly RefundTier[]
  }

export const maxItems = 10

/** What staff may book for others: any day ahead, and a period that has begun. */
export const deskWindow = { daysAhead: 366, opensAtMinute: 0, sellsBegun: true }

/** The item's price for this identity, or why it cannot be booked. Ignores occupancy. */
export function quoteItem(
  catalogue: Catalogue,
  item: ItemRequest,
  identityId: number,
  window: BookingWindow & { /** At the desk, a period that has begun can be bought until it ends. */ sellsBegun?: boolean },
  now: Date,
): { quoted: QuotedItem } | { problem: ItemProblem } {
  const found = findOffered(catalogue, item.courtId)
  if (!found) return { problem: { code: 'no_such_court' } }
  const { facility, court } = found
  if ((window.sellsBegun ? item.period.end : item.period.start) <= now) return { problem: { code: 'starts_in_past' } }
  const day = dayOf(item.period.start)
  if (slotsOn(facility, day, catalogue.holidays).length === 0) return { problem: { code: 'period_closed' } }
  if (!slotsIn(facility, item.period, catalogue.holidays))
    return { problem: { code: 'off_grid', slotMinutes: timetableToShow(facility, day).slotMinutes } }
  if (day > lastOpenDay(now, window)) return { problem: notOpenYet(openingOf(day, window)) }
  const price = priceOf(catalogue, item.courtId, item.period, identityId)
  if (!price) return { problem: { code: 'period_closed' } }
  return {
    quoted: {
      ...item,
      ...price,
      facility,
      court,
      day,
      minutes: minutes(item.period),
      counts: countsForQuota(facility, day),
      total: price.price + price.lightFee + price.deposit,
      refundTiers: refundTiersOf(catalogue, { facility, day }, now),
    },
  }
}

const notOpenYet = (opensAt: Date): ItemProblem => ({ code: 'not_open_yet', opensOn: dayOf(opensAt), opensAt })

/** The Monday of a day's week; weekly limits count by calendar week. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

export type UsedMinutes = { minutes: number; allowed: number }

/** Minutes left: the smaller of the daily and the weekly rest. */
export const minutesLeft = (day: UsedMinutes, week: UsedMinutes): number =>
  Math.max(0, Math.min(day.allowed - day.minutes, week.allowed - week.minutes))

/** What gives a violation point and how many suspend, shown before booking. */
export type Penalties = {
  /** 0: cancelling late gives no point. */
  lateCancelHours: number
  /** Null: a no-show gives no point. */
  noShowMinutes: number | null
  /** An order that was not paid in time gives a point. */
  forExpired: boolean
  pointsToSuspend: number
  pointDays: number
  suspendDays: number
}

export function penaltiesOf({ violations, checkIn }: Pick<Limits, 'violations' | 'checkIn'>): Penalties {
  const { lateCancelHours, forNoShow, forExpired, pointsToSuspend, pointDays, suspendDays } = violations
  const noShowMinutes = forNoShow ? checkIn.noShowMinutes : null
  return { lateCancelHours, noShowMinutes, forExpired, pointsToSuspend, pointDays, suspendDays }
}

const soonHours = 24

/** Whether the desk took a payment in money: only that can be fetched there. */
export const isDeskMoney = (method: string | null): boolean => method === 'cash' || method === 'terminal'

/** Whether a period starts so soon that a change of it is told by text as well: a mail may be read too late. */
export const isSoon = (start: Date, now: Date): boolean => start.getTime() - now.getTime() < soonHours * 3_600_000

/** Whether an order is held until it is paid at the desk. */
export const awaitsDeskPayment = ({ state, payAtDesk }: { state: OrderState; payAtDesk: boolean }): boolean =>
  state === 'awaiting-payment' && payAtDesk

/** End of the hold: some minutes from now, at most until the first period starts, or ends when it had begun already. */
export const payBefore = (items: ItemRequest[], minutesToPay: number, now: Date): Date =>
  new Date(
    Math.min(now.getTime() + minutesToPay * 60_000, ...items.map(({ period: { start, end } }) => (start > now ? start : end).getTime())),
  )

/**
 * End of the hold of an order that is paid at the desk: when its first period starts, or before that at the moment agreed upon.
 * A period that has begun is held until it ends.
 */
export const payAtDeskBefore = (items: ItemRequest[], until: Date | undefined, now: Date): Date =>
  new Date(Math.min(until?.getTime() ?? Infinity, ...items.map(({ period: { start, end } }) => (start > now ? start : end).getTime())))

/** Until when a member may pay for these at the desk; null where the centre does not allow it, or too late for it. */
export function deskUntil(
  items: ItemRequest[],
  { payAtDesk, payAtDeskHours }: Pick<Limits['booking'], 'payAtDesk' | 'payAtDeskHours'>,
  now: Date,
): Date | null {
  const until = new Date(Math.min(...items.map(({ period }) => period.start.getTime())) - payAtDeskHours * 3_600_000)
  return payAtDesk && until > now ? until : null
}

/** Indexes of items that overlap one another; a full court overlaps its halves. */
export function clashingItems(catalogue: Catalogue, items: ItemRequest[]): number[] {
  const spacesOf = ({ courtId }: ItemRequest) => catalogue.courtOf.get(courtId)?.court.spaces ?? []
  const clash = (a: ItemRequest, b: ItemRequest) => overlaps(a.period, b.period) && spacesOf(a).some((space) => spacesOf(b).includes(space))
  return items.flatMap((item, n) => (items.some((other, k) => k < n && clash(item, other)) ? [n] : []))
}

/** F261115K7M3XQZ */
export const orderNumber = (now: Date, random: Uint8Array): string => datedNumber('F', dayOf(now), random)
export const orderNoPattern = /* @__PURE__ */ datedNumberPattern('F')

/** Share that is refunded, by calendar days before the period. */
export type RefundTier = { days: number; percent: number }

/** Tiers of a booking: by the rules of the moment at which it was made, for an hour or for a fixed session. */
export function refundTiersOf(
  { refunds }: Pick<Catalogue, 'refunds'>,
  { facility, day }: { facility: Pick<Facility, 'timetables'>; day: Day },
  bookedAt: Date,
): readonly RefundTier[] {
  const { hourly, sessions } = refundTiersAt(refunds, bookedAt)
  return isBySessions(facility, day) ? sessions : hourly
}

/** Tiers that give back at most so much; null: no limit. */
export const capTiers = (tiers: readonly RefundTier[], cap: number | null): readonly RefundTier[] =>
  cap === null ? tiers : tiers.map(({ days, percent }) => ({ days, percent: Math.min(percent, cap) }))

export type RefundTerm = RefundTier & { amount: number; until: Date }

export type PaidItem = Price & { /** Paid supplements of moves to dearer periods. */ toppedUp?: number }

/** What was paid for an item: its price, and what moves cost besides. */
export const paidFor = ({ price, lightFee, deposit, toppedUp = 0 }: PaidItem): number => price + lightFee + deposit + toppedUp

/** What the items of an order cost, with what moves of them have cost besides. */
export const amountWith = ({ amount, items }: { amount: number; items: { toppedUp: number }[] }): number =>
  items.reduce((sum, { toppedUp }) => sum + toppedUp, amount)

/**
 * Refund terms of an item: share and deadline of each tier that is still ahead. The share is of all that was paid for it; deposits are
 * refunded in full.
 */
export function refundTerms(item: PaidItem & { day: Day; start: Date; refundTiers: readonly RefundTier[] }, now: Date): RefundTerm[] {
  return item.refundTiers
    .map((tier) => ({
      ...tier,
      amount: Math.round(((paidFor(item) - item.deposit) * tier.percent) / 100) + item.deposit,
      until: tier.days === 0 ? item.start : momentAt(addDays(item.day, 1 - tier.days), 0),
    }))
    .filter(({ until }) => until > now)
}

/** Attendance of an item. `missed` is written by a job; until then the member can still check in. */
export type Attendance = 'expected' | 'checked-in' | 'no-show'
export type Awaited = {
  start: Date
  end: Date
  checkedInAt: Date | null
  missedAt: Date | null
  parkedAt: Date | null
  state: 'active' | 'cancelled'
}

export const attendanceOf = ({ checkedInAt, missedAt }: Pick<Awaited, 'checkedInAt' | 'missedAt'>): Attendance =>
  checkedInAt ? 'checked-in' : missedAt ? 'no-show' : 'expected'

/** States in which an order holds nothing. Only a late payment leads out of `expired`. */
export const isGone = (state: OrderState): boolean => state === 'expired' || state === 'cancelled' || state === 'venue-cancelled'

const alternativesAtMost = 3
const hoursAround = 2

/** Nearest alternatives: another court at the same time, then any court a little earlier or later. */
export function alternativesTo(
  catalogue: Catalogue,
  lost: QuotedItem,
  { items, occupied, identityId }: { items: ItemRequest[]; occupied: Occupied[]; identityId: number },
  now: Date,
): QuotedItem[] {
  const length = lost.period.end.getTime() - lost.period.start.getTime()
  const shifts = slotsOn(lost.facility, lost.day, catalogue.holidays)
    .map(({ start }) => momentAt(lost.day, start).getTime() - lost.period.start.getTime())
    .filter((shift) => Math.abs(shift) <= hoursAround * 3_600_000 || (isBySessions(lost.facility, lost.day) && shift !== 0))
    .toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a)
  const courts = lost.facility.courts.filter(({ spaces }) => spaces.length === lost.court.spaces.length)
  const ordered = courts.toSorted(
    (a, b) =>
      Number(b.id === lost.courtId) - Number(a.id === lost.courtId) || Math.abs(a.id - lost.courtId) - Math.abs(b.id - lost.courtId),
  )
  const others = items.filter(({ courtId, period }) => courtId !== lost.courtId || period.start.getTime() !== lost.period.start.getTime())
  const found: QuotedItem[] = []
  for (const shift of shifts) {
    for (const court of ordered) {
      const start = new Date(lost.period.start.getTime() + shift)
      const candidate = { courtId: court.id, period: { start, end: new Date(start.getTime() + length) } }
      if (isTaken(court, candidate.period, occupied) || clashingItems(catalogue, [...others, candidate]).includes(others.length)) continue
      const quote = quoteItem(catalogue, candidate, identityId, catalogue.booking, now)
      if ('quoted' in quote) found.push(quote.quoted)
      if (found.length === alternativesAtMost) return found
    }
  }
  return found
}

const isTaken = ({ spaces }: Court, period: Period, occupied: Occupied[]) =>
  occupied.some((one) => spaces.includes(one.spaceId) && overlaps(one, period))
