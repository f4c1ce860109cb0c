import { z } from 'zod'
import { day, largestInteger, moment } from '#http/wire.ts'
import { oneLine, someProse } from '#http/wire-text.ts'
import { channels, messageStates } from '#modules/notifications/rules.ts'
import { maxItems, orderNoPattern } from '#modules/orders/rules.ts'
import { MovedFrom, OrderStateWire, Sold } from '#modules/orders/wire.ts'
import { moneyWays } from '#modules/payments/rules.ts'
import { refundWays } from '#modules/refunds/rules.ts'
import { GoesBackWire, PartToGiveBack, RefundStateWire } from '#modules/refunds/wire.ts'
import { hourFrom, orderCursorPattern } from './board-rules.ts'
import { CancelRefund } from './wire.ts'

const orderNo = z.string().regex(orderNoPattern)
const Way = z.enum(moneyWays)
/** Ways in which a pay link reaches the person. */
export const linkWays = z.array(z.enum(channels))

export const StaffOrderListQuery = z.object({
  status: OrderStateWire.optional(),
  /** Day of a booking. */
  day: day.optional(),
  /** Bookings that insight counts in an hour of a weekday: first day, last day, weekday (1 is Monday), hour. */
  hour: z
    .string()
    .refine((text) => hourFrom(text) !== undefined, { error: 'field_invalid' })
    .optional(),
  /** Day on which the order was placed. */
  placed: day.optional(),
  /** Code of a facility. */
  facility: oneLine(40).optional(),
  way: Way.optional(),
  person: z.uuid().optional(),
  /** The start of an order number, a name, a mobile, an address or an account. */
  q: oneLine(80).optional(),
  /** `next` of the page before. */
  after: z.string().regex(orderCursorPattern).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
})

const Spot = z.object({ court: z.string(), start: moment, end: moment })

export const StaffOrder = z.object({
  orderNo: z.string(),
  kind: z.string(),
  ...Sold,
  /** Its lines without a court and a period in a row; null where it has none. */
  title: z.string().nullable(),
  status: OrderStateWire,
  /** Awaits payment at the desk. */
  payAtDesk: z.boolean(),
  amount: z.int(),
  /** Paid minus given back; owed back and not sent yet. */
  paid: z.int(),
  owed: z.int(),
  ways: z.array(Way),
  createdAt: moment,
  byStaff: z.boolean(),
  person: z.object({ id: z.uuid(), name: z.string(), isGuest: z.boolean() }),
  /** Its first booking, and how many there are. */
  first: Spot.extend({ facility: z.string() }).nullable(),
  items: z.int(),
})
export type StaffOrder = z.infer<typeof StaffOrder>

export const StaffOrderListAnswer = z.object({
  items: z.array(StaffOrder),
  /** Cursor of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Orders from here on, counted up to 100; more are `isMore`. */
  count: z.int(),
  isMore: z.boolean(),
  facilities: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type StaffOrderListAnswer = z.infer<typeof StaffOrderListAnswer>

export const StoryParams = z.object({ id: orderNo })

const StoryItem = z.object({
  id: z.uuid(),
  facility: z.object({ code: z.string(), name: z.string() }),
  court: z.string(),
  start: moment,
  end: moment,
  identity: z.string(),
  total: z.int(),
  status: z.enum(['active', 'cancelled']),
  attendance: z.enum(['expected', 'checked-in', 'no-show']),
  parked: z.boolean(),
  movedFrom: MovedFrom.nullable(),
  moves: z.int(),
  /** Why it cannot be cancelled; and what cancelling pays back: as the terms say (null where they give no answer), or in full. */
  locked: z.object({ code: z.string(), title: z.string() }).nullable(),
  refundByRule: z.int().nullable(),
  refundInFull: z.int(),
})

const StoryLine = z.object({
  id: z.uuid(),
  words: z.string(),
  count: z.int(),
  amount: z.int(),
  status: z.enum(['active', 'cancelled']),
  /** As of a booking: why it cannot be cancelled; and what cancelling pays back. */
  locked: z.object({ code: z.string(), title: z.string() }).nullable(),
  refundByRule: z.int().nullable(),
  refundInFull: z.int(),
})

/** What may have happened to an order. */
export const storyKinds = [
  'placed',
  'confirmed',
  'number-issued',
  'payment-failed',
  'paid',
  'told',
  'moved',
  'parked',
  'offered',
  'returned',
  'supplement',
  'checked-in',
  'check-in-undone',
  'missed',
  'cancelled',
  'refund',
  'closed',
  'merged',
  'point',
  'point-withdrawn',
  'appealed',
  'appeal-accepted',
  'appeal-rejected',
] as const

const Money = z.object({ amount: z.int(), way: Way, till: z.string().nullable(), reference: z.string().nullable() })

const StoryMoment = z.object({
  at: moment,
  what: z.enum(storyKinds),
  /** `system`: a job of the service. `centre`: staff, where no row says who. */
  by: z.object({ who: z.enum(['member', 'staff', 'centre', 'system']), name: z.string() }),
  /** The reason that was given, or what a payment provider answered. */
  note: z.string(),
  /** The booking that it happened to; null: the order as a whole. */
  spot: Spot.nullable(),
  from: Spot.nullable(),
  to: Spot.nullable(),
  /** Way, till and reference as far as they are known; null where no money moved. */
  money: Money.extend({ way: Way.nullable() }).nullable(),
  /** Of `closed`: the order's state. */
  status: OrderStateWire.nullable(),
  /** Of `refund`: its number, the step, why the money goes back, and how each sum went back where there were several. */
  refund: z.object({ refundNo: z.string(), status: RefundStateWire, cause: z.string(), wentBack: z.array(Money) }).nullable(),
  /** Of `supplement`: its order. */
  orderNo: z.string().nullable(),
  /** Of `told`. */
  message: z
    .object({
      id: z.uuid(),
      channel: z.enum(channels),
      /** Masked. */
      recipient: z.string(),
      subject: z.string().nullable(),
      isPayLink: z.boolean(),
      isAgain: z.boolean(),
      status: z.enum(messageStates),
      error: z.string().nullable(),
      sentAt: moment.nullable(),
      canSendAgain: z.boolean(),
    })
    .nullable(),
})
export type StoryMoment = z.infer<typeof StoryMoment>

export const OrderStoryAnswer = z.object({
  orderNo: z.string(),
  kind: z.string(),
  ...Sold,
  title: z.string().nullable(),
  /** Its lines without a court and a period. */
  lines: z.array(StoryLine),
  preOrderNo: z.string().nullable(),
  status: OrderStateWire,
  createdAt: moment,
  payBefore: moment.nullable(),
  /** Unpaid, and expected to be paid at the desk. */
  payAtDesk: z.boolean(),
  amount: z.int(),
  paid: z.int(),
  owed: z.int(),
  remark: z.string(),
  person: z.object({
    id: z.uuid(),
    name: z.string(),
    mobile: z.string(),
    isGuest: z.boolean(),
    linkWays,
    contactName: z.string(),
    contactPhone: z.string(),
  }),
  supplementOf: z.string().nullable(),
  supplements: z.array(z.object({ orderNo: z.string(), amount: z.int(), paid: z.boolean() })),
  items: z.array(StoryItem),
  refunds: z.array(
    z.object({
      refundNo: z.string(),
      amount: z.int(),
      status: RefundStateWire,
      way: z.enum(refundWays),
      /** A bank account is named: it waits for its transfer. */
      isRouted: z.boolean(),
      /** Ways in which the desk can pay it now. */
      deskWays: z.array(z.enum(['cash', 'terminal', 'voucher', 'transfer'])),
      /** What each of them pays: the desk gives back what it took, the rest goes to the card or by transfer. */
      deskAmounts: z.object({
        cash: z.int().optional(),
        terminal: z.int().optional(),
        voucher: z.int().optional(),
        transfer: z.int().optional(),
      }),
      /** The payments that the desk took and gives back. */
      deskParts: z.array(PartToGiveBack),
    }),
  ),
  story: z.array(StoryMoment),
  serverTime: moment,
})
export type OrderStoryAnswer = z.infer<typeof OrderStoryAnswer>

export const CancelOrderBody = z.object({
  orderNo,
  /** The bookings to cancel, and how often each was moved as far as the caller knows. */
  items: z
    .array(z.object({ id: z.uuid(), moves: z.int().min(0).max(largestInteger) }))
    .min(1)
    .max(maxItems * 10),
  refund: CancelRefund,
  reason: someProse(200),
})

export const CancelLinesBody = z.object({
  orderNo,
  lines: z.array(z.uuid()).min(1).max(maxItems),
  refund: CancelRefund,
  reason: someProse(200),
})

export const CheckCancelBody = z.object({
  orderNo,
  /** Of bookings, or of lines. */
  ids: z
    .array(z.uuid())
    .min(1)
    .max(maxItems * 10),
  refund: CancelRefund,
})
export const CheckCancelAnswer = z.object({ goesBack: z.array(GoesBackWire) })
export type CheckCancelAnswer = z.infer<typeof CheckCancelAnswer>

export const SendAgainBody = z.object({ orderNo, messageId: z.uuid() })
