import { locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { clubDeed, day, id, largestInteger, listOf, moment, pagedBody, toDate } from '#http/wire.ts'
import { oneLine, prose, someLine } from '#http/wire-text.ts'
import { OfferedWay, StartBody } from '#modules/payments/wire.ts'
import { FacilityPictureWire } from '#modules/venues/wire.ts'
import { maxItems, orderNoPattern, orderStates } from './rules.ts'

const orderNo = z.string().regex(orderNoPattern)

const ItemBody = z
  .object({ venue2ndId: id, start: toDate, end: toDate })
  .refine((item) => item.start < item.end, { path: ['end'], message: 'field_end_before_start' })
export const CheckBody = z.object({ items: z.array(ItemBody).min(1).max(maxItems) })
export type ItemBody = z.output<typeof ItemBody>

const remark = prose(500)
const contactName = oneLine(60)
const contactPhone = oneLine(30)

export const PlaceBody = CheckBody.extend({
  contactName: contactName.default(''),
  contactPhone: contactPhone.default(''),
  remark: remark.default(''),
  /** The total that the caller was shown. When it is another one now, the order is refused with `price_changed`. */
  amount: z.int().min(0).max(largestInteger).optional(),
  /** How the member will pay, as the check offers it. Left out: online, or at the desk where nothing is paid online. */
  pay: z.enum(['online', 'desk']).optional(),
})
export const StaffPlaceBody = PlaceBody.omit({ pay: true }).extend({ emailOrAccount: someLine(254) })

/** A problem of an item: its code, its text, and the values that the code refers to. */
const Problem = z.object({ code: z.string(), title: z.string() }).catchall(z.unknown())

const RefundTerms = z.array(z.object({ daysBefore: z.int(), percent: z.int(), amount: z.int(), until: moment }))

export const Where = {
  venue1stId: z.int(),
  venue1stName: z.string(),
  venue2ndId: z.int(),
  venue2ndName: z.string(),
  drawing: z.string(),
  colour: z.string(),
  /** Of the facility; null: the drawing stands for it. */
  picture: FacilityPictureWire.nullable(),
  start: moment,
  end: moment,
}
const Priced = { price: z.int(), lightFee: z.int(), deposit: z.int(), total: z.int() }

const Quoted = z.object({ ...Where, ...Priced, refund: RefundTerms })
const Alternative = z.object({ ...Where, total: z.int() })

export const PenaltiesWire = z.object({
  /** 0: cancelling late gives none. */
  lateCancelHours: z.int(),
  /** Null: not coming gives none. */
  noShowMinutes: z.int().nullable(),
  /** Not paying in time gives one. */
  forExpired: z.boolean(),
  pointsToSuspend: z.int(),
  pointDays: z.int(),
  suspendDays: z.int(),
})

export const CheckAnswer = z.object({
  items: z.array(
    z.object({
      venue2ndId: z.int(),
      start: moment,
      end: moment,
      quoted: Quoted.nullable(),
      problems: z.array(Problem),
      /** Nearest alternatives: another court at the same time, then any court a little earlier or later. */
      alternatives: z.array(Alternative),
    }),
  ),
  /** Problems of the order as a whole, such as the quota. */
  problems: z.array(Problem),
  amount: z.int(),
  identity: z.string(),
  /** Hours of each week of the order, its own included. Null for visitors. */
  quota: z.array(z.object({ week: day, minutes: z.int(), allowed: z.int() })).nullable(),
  payMinutes: z.int(),
  /** Ways to pay. `desk`: until when, how many orders the member has to pay there, and how many may be open; null where that is not possible. */
  ways: z.object({
    online: z.array(OfferedWay),
    /** Ways with a number that are possible only so many days before the first period, which is nearer. */
    tooNear: z.array(z.object({ days: z.int(), ways: z.array(OfferedWay.shape.way) })),
    desk: z.object({ until: moment, open: z.int(), allowed: z.int() }).nullable(),
  }),
  /** What gives a point, and how many within so many days suspend. */
  penalties: PenaltiesWire,
  serverTime: moment,
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

export const AgainQuery = z.object({ orderNo: orderNo.optional() })
const AgainPiece = z.object({ ...Where, price: z.int(), total: z.int(), /** Courts on the same floor. */ sharesWith: z.array(z.int()) })
export const AgainAnswer = z.object({
  items: z.array(
    z.object({
      orderNo: z.string(),
      periods: z.array(
        z.object({
          /** The court of then, and the period when it comes next. */
          ...Where,
          /** That court, or another one of the facility; null where nothing is free then. */
          found: AgainPiece.nullable(),
          /** Where nothing is free: the nearest times of that day. */
          near: z.array(AgainPiece),
        }),
      ),
    }),
  ),
})
export type AgainAnswer = z.infer<typeof AgainAnswer>

export const AllowanceQuery = z.object({ venue1stId: z.coerce.number().int().min(1).max(2_147_483_647), date: day })
const UsedMinutes = z.object({ minutes: z.int(), allowed: z.int() })
export const AllowanceAnswer = z.object({
  /** Null where hours are not limited. `left`: minutes that the member may still book on this day for this sport. */
  allowance: z
    .object({
      left: z.int(),
      day: UsedMinutes,
      week: UsedMinutes,
      /** Facilities whose hours count, for what is chosen but not ordered yet: against the day those of this sport, against the week all. */
      counting: z.object({ day: z.array(z.int()), week: z.array(z.int()) }),
    })
    .nullable(),
})
export type AllowanceAnswer = z.infer<typeof AllowanceAnswer>

export const OrderStateWire = z.enum(orderStates)

export const PlacedAnswer = z.object({ orderNo: z.string(), status: OrderStateWire, amount: z.int(), payBefore: moment.nullable() })
export type PlacedAnswer = z.infer<typeof PlacedAnswer>

/** Court and time of a booking before it was moved. */
export const MovedFrom = z.object({ venue2ndName: z.string(), start: moment, end: moment })

const OrderItem = z.object({
  id: z.uuid(),
  ...Where,
  ...Priced,
  /** Of `total`: paid for moves to dearer periods, by orders of their own. */
  toppedUp: z.int(),
  identity: z.string(),
  status: z.enum(['active', 'cancelled']),
  cancelledBy: z.enum(['venue', 'member']).nullable(),
  attendance: z.enum(['expected', 'checked-in', 'no-show']),
  checkedInAt: moment.nullable(),
  /** Staff took it off the floor and will say where it goes. */
  parked: z.boolean(),
  movedFrom: MovedFrom.nullable(),
  /** The member may move it now: POST /api/Order/Booking/{id}/Move. */
  movable: z.boolean(),
  /** It is early enough, but the member has moved it as often as allowed. */
  movesUsedUp: z.boolean(),
  /** A move to a dearer period that waits for its top-up; the booking stays where it is until that is paid. */
  pendingMove: z.object({ ...Where, orderNo: z.string(), amount: z.int(), payBefore: moment }).nullable(),
  refund: RefundTerms,
})

/** One thing that an order is for. The amounts of active lines sum up to the order's. */
const OrderLine = z.object({
  id: z.uuid(),
  words: z.string(),
  count: z.int(),
  /** Of all `count` together. */
  amount: z.int(),
  purpose: z.enum(['price', 'deposit']),
  status: z.enum(['active', 'cancelled']),
  /** Court and period; null for what has none. */
  floor: z.object(Where).nullable(),
})

/** What an order is of, as the module that sells it says. */
export const Sold = {
  kindTitle: z.string(),
  icon: z.string(),
  /** It is about courts and periods: there are tickets, a calendar and a contact. */
  isBooking: z.boolean(),
  /** It is paid besides another order, for a booking that was moved. */
  isTopUp: z.boolean(),
  /** Where its member finds what was bought, if not on the order's own page. */
  page: z.object({ path: z.string(), label: z.string() }).nullable(),
}

export const OrderAnswer = z.object({
  orderNo: z.string(),
  /** Of the module that sells it: `venue`, `preorder` (made from an approved pre-order), `supplement` (what a move to a dearer period costs besides), `locker` … */
  kind: z.string(),
  ...Sold,
  /** Not paying in time gives a point. */
  pointWhenUnpaid: z.boolean(),
  /** Lines without floor can be given back: POST /api/Order/Refund/Check says by which terms. */
  linesGoBack: z.boolean(),
  /** Its lines without floor in a row, such as a locker's rent and deposit; null where it has none. */
  title: z.string().nullable(),
  lines: z.array(OrderLine),
  /** Number of the pre-order, where single dates are given back. */
  preOrderNo: z.string().nullable(),
  status: OrderStateWire,
  amount: z.int(),
  payBefore: moment.nullable(),
  /** Paid minus refunded. */
  paid: z.int(),
  owed: z.int(),
  /** A bank or store number was issued and waits for payment. */
  numberIssued: z.boolean(),
  contactName: z.string(),
  contactPhone: z.string(),
  remark: z.string(),
  placedByStaff: z.boolean(),
  /** Offered by the waiting list: if it is not paid for or accepted, it goes to the next in line and gives no point. */
  fromWaitingList: z.boolean(),
  /** To be paid at the desk, until `payBefore`; where the centre takes payments online, that is possible too. */
  payAtDesk: z.boolean(),
  createdAt: moment,
  confirmedAt: moment.nullable(),
  closedAt: moment.nullable(),
  /** Of a supplement: the order whose booking it is for; of a top-up also the court and time that it moves the booking to. */
  topUpFor: z.object({ orderNo: z.string(), to: z.object(Where).nullable() }).nullable(),
  items: z.array(OrderItem),
  serverTime: moment,
})
export type OrderAnswer = z.infer<typeof OrderAnswer>

const BalanceEntry = z.object({ words: z.string(), amount: z.int() })
/** What was paid and what goes back, line by line; the lines sum up to the rest. */
const OrderBalance = z.object({
  lines: z.array(BalanceEntry.extend({ at: moment })),
  rest: z.int(),
  /** What the rest consists of, where it is not all for what is booked; and what of the refunds has not been sent yet. */
  parts: z.array(BalanceEntry),
})
/** One order as its page shows it. `balance`: null where one payment, or one and its way back, is all. */
export const OneOrderAnswer = OrderAnswer.extend({
  balance: OrderBalance.nullable(),
  /** Who did what about it for the club, each deed once as it was done last; empty of an order that is no club's. */
  deeds: z.array(z.object({ deed: clubDeed, name: z.string(), at: moment })),
})
export type OneOrderAnswer = z.infer<typeof OneOrderAnswer>

export const OrderListBody = z.object({
  /** `venue`: all that is about courts; `zero`: what costs nothing; else a kind. */
  kind: oneLine(40).optional(),
  status: OrderStateWire.optional(),
  keyword: oneLine(60).optional(),
  /** `coming`: to pay or to use, the next first; `past`: the rest, the latest first. */
  when: z.enum(['coming', 'past']).optional(),
  ...pagedBody,
})
export const OrderListAnswer = listOf(OrderAnswer)
export type OrderListAnswer = z.infer<typeof OrderListAnswer>

export const UpcomingAnswer = z.object({ toPay: z.array(OrderAnswer), next: z.array(OrderAnswer) })
export type UpcomingAnswer = z.infer<typeof UpcomingAnswer>

export const OrderNoParams = z.object({ id: orderNo })
export const ChangeOrderBody = z.object({
  orderNo,
  remark: remark.optional(),
  contactName: contactName.optional(),
  contactPhone: contactPhone.optional(),
  status: z.literal('cancelled').optional(),
})

/** The reference of a signed link by which an order is paid without logging in. */
export const PayLinkQuery = z.object({ ref: z.string().min(1).max(80) })
export const PayLinkBody = PayLinkQuery.extend({ way: StartBody.shape.way, prefix: z.enum(locales).optional() })
/** What somebody with the link may see: what is to be paid, and until when. No name and no number of a person. */
export const PayLinkAnswer = z.object({
  orderNo: z.string(),
  status: z.enum(orderStates),
  amount: z.int(),
  payBefore: moment.nullable(),
  items: z.array(z.object({ id: z.uuid(), ...Where, total: z.int() })),
  /** Ways to pay online; empty when nothing is to be paid. */
  ways: z.array(OfferedWay),
  /** The provider has been told to pay and its answer is awaited. */
  isProcessing: z.boolean(),
  /** The way whose payment page was left without paying. */
  leftWay: OfferedWay.shape.way.nullable(),
  serverTime: moment,
})
export type PayLinkAnswer = z.infer<typeof PayLinkAnswer>
