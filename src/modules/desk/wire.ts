import { z } from 'zod'
import { day, largestInteger, moment } from '#http/wire.ts'
import { oneLine, someProse } from '#http/wire-text.ts'
import { OrderStateWire } from '#modules/orders/wire.ts'
import { floorStates, momentKinds } from './board-rules.ts'

const code = oneLine(40)
export const BoardQuery = z.object({ facility: code.optional(), day: day.optional(), court: code.optional() })

const Named = z.object({ code: z.string(), name: z.string() })
const BoardCourt = Named.extend({ venue2ndId: z.int() })
const Span = { start: moment, end: moment }

export const BoardHolder = z.object({
  id: z.uuid(),
  /** `club`: a date of a pre-order that has no order yet. `offer`: held for the waiting list. */
  kind: z.enum(['booking', 'club', 'closure', 'offer']),
  /** Courts whose floor it takes, its own first. */
  venue2ndIds: z.array(z.int()),
  ...Span,
  /** The member's or the club's name, or why it is closed. */
  title: z.string(),
  booking: z
    .object({
      orderNo: z.string(),
      /** A date of a season. */
      season: z.boolean(),
      paid: z.boolean(),
      /** Unpaid: to be paid at the desk until the end of the hold. */
      payAtDesk: z.boolean(),
      /** Unpaid: held until then. */
      holdUntil: moment.nullable(),
      checkedIn: z.boolean(),
      missed: z.boolean(),
      moves: z.int(),
      /** Stands elsewhere, or at another time, than it was booked. */
      wasMoved: z.boolean(),
      /** Unpaid supplements of moves to dearer periods. */
      toPay: z.int(),
      remark: z.string(),
      contactName: z.string(),
      light: z.boolean(),
    })
    .nullable(),
  preOrderNo: z.string().nullable(),
})
export type BoardHolder = z.infer<typeof BoardHolder>

export const ParkedBooking = z.object({
  id: z.uuid(),
  orderNo: z.string(),
  name: z.string(),
  facility: Named,
  court: BoardCourt,
  ...Span,
  minutes: z.int(),
  moves: z.int(),
  parkedAt: moment,
  parkedBy: z.string(),
  /** Its time has passed, and nobody has placed it. */
  overdue: z.boolean(),
  /** Other floor is offered to its member, who may answer until then. */
  offeredUntil: moment.nullable(),
})
export type ParkedBooking = z.infer<typeof ParkedBooking>

export const BoardAnswer = z.object({
  facilities: z.array(Named),
  facility: Named.extend({ venue1stId: z.int() }),
  day,
  courts: z.array(BoardCourt),
  /** One day, or the week of one court. `slots`: minutes of the day. */
  /** `closedFor`: the holiday for which the whole centre is closed; null where the facility has no hours on the day, or is open. */
  days: z.array(z.object({ day, slots: z.array(z.object({ start: z.int(), end: z.int() })), closedFor: z.string().nullable() })),
  holders: z.array(BoardHolder),
  parked: z.array(ParkedBooking),
  serverTime: moment,
})
export type BoardAnswer = z.infer<typeof BoardAnswer>

const minutes = { start: z.int(), end: z.int() }
export const OverviewQuery = z.object({ day: day.optional() })
/** Every facility's day without names. `slots` and what is held: minutes of the day. */
export const OverviewAnswer = z.object({
  day,
  facilities: z.array(
    Named.extend({
      slots: z.array(z.object(minutes)),
      courts: z.array(
        Named.extend({
          held: z.array(
            z.object({ ...minutes, state: z.enum(floorStates), /** Of this court, not of one that shares its floor. */ own: z.boolean() }),
          ),
        }),
      ),
    }),
  ),
  serverTime: moment,
})
export type OverviewAnswer = z.infer<typeof OverviewAnswer>

export const BookingAnswer = z.object({
  id: z.uuid(),
  orderNo: z.string(),
  person: z.object({ id: z.uuid(), name: z.string(), mobile: z.string(), contactName: z.string(), contactPhone: z.string() }),
  status: OrderStateWire,
  season: z.boolean(),
  facility: Named,
  court: BoardCourt,
  ...Span,
  identity: z.string(),
  remark: z.string(),
  moves: z.int(),
  parked: z.object({ at: moment, by: z.string() }).nullable(),
  /** `mayCheckIn`: by the desk, now. `mayWithdrawMissed`: its no-show is of today, and not one's own. */
  arrival: z.object({
    checkedInAt: moment.nullable(),
    missed: z.boolean(),
    /** From when they can be checked in, where that is ahead. */
    opensAt: moment.nullable(),
    mayCheckIn: z.boolean(),
    /** A point for the no-show stays when it is withdrawn: the order has missed something else on that day. */
    keepsPoint: z.boolean(),
    mayWithdrawMissed: z.boolean(),
  }),
  money: z.object({
    price: z.int(),
    lightFee: z.int(),
    deposit: z.int(),
    /** Supplements of moves: paid, and to be paid. */
    supplements: z.array(z.object({ orderNo: z.string(), amount: z.int(), paid: z.boolean() })),
    /** Paid for the order minus what went back; owed back and not sent yet. */
    paid: z.int(),
    owed: z.int(),
    payBefore: moment.nullable(),
    /** Unpaid: to be paid at the desk until then. */
    payAtDesk: z.boolean(),
    /** Unpaid: what the whole order costs. */
    toPay: z.int(),
    /** What cancelling pays back: as the terms say (null where they give no answer), and in full. */
    refundByRule: z.int().nullable(),
    refundInFull: z.int(),
  }),
  /** Why it can be neither moved nor cancelled. */
  locked: z.object({ code: z.string(), title: z.string() }).nullable(),
  history: z.array(
    z.object({
      at: moment,
      what: z.enum(momentKinds),
      by: z.string().nullable(),
      reason: z.string(),
      from: z.object({ court: z.string(), ...Span }).nullable(),
      to: z.object({ court: z.string(), ...Span }).nullable(),
    }),
  ),
})
export type BookingAnswer = z.infer<typeof BookingAnswer>

/** The customer cancels: `rule`, what the refund terms give today, or `goodwill`, everything. The centre cancels: `full`, everything. */
export const CancelRefund = z.enum(['rule', 'goodwill', 'full'])
export type CancelRefund = z.infer<typeof CancelRefund>

export const CancelBody = z.object({
  moves: z.int().min(0).max(largestInteger),
  refund: CancelRefund,
  reason: someProse(200),
})
export const CancelledAnswer = z.object({ back: z.int() })
