import { day, id, moment, time, toDate } from '#http/wire.ts'
import { OrderStateWire } from '#modules/orders/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { z } from 'zod'
import { courtsAtMost } from './rules.ts'

/** A wish: one court, a facility, or any facility of a sport; a part of a day, how long, and how many courts at once. */
export const WishBody = z
  .object({
    sport: someLine(40).optional(),
    venue1stId: id.optional(),
    venue2ndId: id.optional(),
    day,
    from: time,
    to: time,
    minutes: z.int().min(15).max(1440),
    courts: z.int().min(1).max(courtsAtMost).default(1),
    /** No offers from this moment on. */
    notAfter: toDate.optional(),
  })
  .refine(({ sport, venue1stId, venue2ndId }) => sport !== undefined || venue1stId !== undefined || venue2ndId !== undefined, {
    error: 'field_required',
    path: ['sport'],
  })
  .refine(({ venue2ndId, courts }) => venue2ndId === undefined || courts === 1, { error: 'field_invalid', path: ['courts'] })

/** What is asked for on some days, as far as prices depend on it. */
export const WishPriceBody = z
  .object({
    sport: someLine(40).optional(),
    venue1stId: id.optional(),
    venue2ndId: id.optional(),
    days: z.array(day).min(1).max(14),
    from: time,
    to: time,
    minutes: z.int().min(15).max(1440),
    courts: z.int().min(1).max(courtsAtMost).default(1),
  })
  .refine(({ sport, venue1stId, venue2ndId }) => sport !== undefined || venue1stId !== undefined || venue2ndId !== undefined, {
    error: 'field_required',
    path: ['sport'],
  })
/** Null: nothing that is asked for has a price. */
export const WishPriceAnswer = z.object({ price: z.object({ from: z.int(), to: z.int() }).nullable() })
export type WishPriceAnswer = z.infer<typeof WishPriceAnswer>

export const WishIdBody = z.object({ wishId: z.uuid() })
export const WishMadeAnswer = z.object({ wishId: z.uuid() })

/** Open, offered now, or how it ended. */
export const wishStates = ['open', 'offered', 'served', 'declined', 'lapsed', 'withdrawn', 'over'] as const

const Wished = {
  id: z.uuid(),
  sport: z.string(),
  venue1stId: z.int().nullable(),
  venue2ndId: z.int().nullable(),
  /** The court, the facility or the sport, as people call it. */
  where: z.string(),
  day: z.string(),
  from: z.string(),
  to: z.string(),
  minutes: z.int(),
  courts: z.int(),
  notAfter: moment,
  createdAt: moment,
}

export const WishAnswer = z.object({
  ...Wished,
  /** Facilities of which a period would serve it: several, where any of a sport will do. */
  venue1stIds: z.array(z.int()),
  status: z.enum(wishStates),
  /** How many wait for the same floor, this one included, up to this one: 1 is first in line. Null when it is not open. */
  place: z.int().nullable(),
  /** Freed floor that went to somebody further back, or that the member could not have, and why. Newest first. */
  passes: z.array(z.object({ at: moment, court: z.string(), start: moment, end: moment, why: z.string(), text: z.string() })),
  /** The offer: an order that awaits payment, or what became of it. */
  order: z.object({ orderNo: z.string(), status: OrderStateWire, amount: z.int(), payBefore: moment.nullable() }).nullable(),
})
export type WishAnswer = z.infer<typeof WishAnswer>

export const WishListAnswer = z.object({ items: z.array(WishAnswer), openAtMost: z.int(), serverTime: moment })
export type WishListAnswer = z.infer<typeof WishListAnswer>

export const StaffWishQuery = z.object({ day: day.optional() })
export const StaffWishListAnswer = z.object({
  items: z.array(z.object({ ...Wished, name: z.string(), personId: z.uuid() })),
  /** Open wishes by day and hour that they could be served in: how many courts are waited for. */
  demand: z.array(z.object({ day: z.string(), sport: z.string(), hour: z.int(), wishes: z.int(), courts: z.int() })),
  more: z.boolean(),
})
export type StaffWishListAnswer = z.infer<typeof StaffWishListAnswer>
