import { addDays, daysBetween, dayOf, momentAt, type Day } from '#lib/zone.ts'

/** Ways of paying online, as settings, addresses and the database name them. In the order in which they are offered. */
export const payWays = ['card', 'applepay', 'linepay', 'jkopay', 'taiwanpay', 'twqr', 'webatm', 'atm', 'cvs', 'barcode'] as const
export type PayWay = (typeof payWays)[number]

export const isPayWay = (text: string): text is PayWay => payWays.some((way) => way === text)

/** What a provider takes by a way: between two amounts; `refunds`: it can send back what it took, otherwise the bank has to. */
export type WayTerms = { least: number; most: number; refunds: boolean }
export type TakenWays = Partial<Record<PayWay, WayTerms>>

/** Days between a payment by barcode in a store and its report. */
const barcodeReportDays = 2

/** Ways that are paid later, by a number that the provider issues: a bank account, a code or three barcodes for a store. */
export const isByNumber = (way: PayWay): way is 'atm' | 'cvs' | 'barcode' => way === 'atm' || way === 'cvs' || way === 'barcode'

/** Longest validity of a number, from the order's placing. */
const numberDaysAtMost = 3

/**
 * Days for which a number may be valid: it must end before the first period, and so early that the payment is known by then. Undefined
 * when the periods are too near. A new attempt does not extend what the first was given.
 */
export function numberDays(
  order: { placedAt: Date; firstDay: Day },
  way: 'atm' | 'cvs' | 'barcode',
  numberDaysAhead: number,
  now: Date,
): number | undefined {
  const today = dayOf(now)
  if (daysBetween(today, order.firstDay) < numberDaysAhead) return undefined
  const lastDay = [
    addDays(dayOf(order.placedAt), numberDaysAtMost),
    addDays(order.firstDay, way === 'barcode' ? -1 - barcodeReportDays : -1),
  ].toSorted()[0]!
  const days = daysBetween(today, lastDay)
  return days >= 1 ? days : undefined
}

/** Until when a number is paid: a store code for whole days from now, the others until the end of a day. */
export const numberUntil = (way: PayWay, days: number, now: Date): Date =>
  way === 'cvs' ? new Date(now.getTime() + days * 86_400_000) : new Date(momentAt(addDays(dayOf(now), days + 1), 0).getTime() - 1000)

/** Whether an amount can be paid by a way, and for how many days a number is valid; undefined: it cannot. */
export function offerOf(
  way: PayWay,
  terms: WayTerms,
  order: { amount: number; placedAt: Date; firstDay: Day | null },
  numberDaysAhead: number,
  now: Date,
): { way: PayWay; numberDays: number | undefined } | undefined {
  if (order.amount < terms.least || order.amount > terms.most) return undefined
  if (!isByNumber(way)) return { way, numberDays: undefined }
  if (order.firstDay === null) return undefined
  const days = numberDays({ placedAt: order.placedAt, firstDay: order.firstDay }, way, numberDaysAhead, now)
  return days === undefined ? undefined : { way, numberDays: days }
}
