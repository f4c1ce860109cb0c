import { BuyerBody } from '#modules/invoices/wire.ts'
import { z } from 'zod'
import { day, id, moment, toDate } from '#http/wire.ts'
import { prose, someLine } from '#http/wire-text.ts'
import { GuestBody } from '#modules/accounts/wire.ts'
import { channels } from '#modules/notifications/rules.ts'
import { maxItems, orderNoPattern, orderStates } from '#modules/orders/rules.ts'
import { Where } from '#modules/orders/wire.ts'
import { partsAtMost, whyNotParts } from '#modules/payments/desk-rules.ts'
import { moneyWays } from '#modules/payments/rules.ts'
import { mostAtOnce } from '#modules/tills/rules.ts'
import { voucherKinds } from '#modules/tills/way-rules.ts'
import { dollars } from '#modules/tills/wire.ts'
import { linkWays, StaffOrder } from './orders-wire.ts'

const orderNo = z.string().regex(orderNoPattern)
const Item = z
  .object({ venue2ndId: id, start: toDate, end: toDate })
  .refine((item) => item.start < item.end, { path: ['end'], message: 'field_end_before_start' })
const items = z.array(Item).min(1).max(maxItems)

export const PeopleQuery = z.object({ q: someLine(60) })
const Found = z.object({ memberId: z.uuid(), name: z.string(), mobile: z.string(), isGuest: z.boolean() })
export const PeopleAnswer = z.object({ items: z.array(Found) })
export type PeopleAnswer = z.infer<typeof PeopleAnswer>
export type FoundPerson = z.infer<typeof Found>

const Quoted = z.object({ ...Where, court: z.string(), facility: z.string(), total: z.int() })
const LastWeek = Quoted.extend({
  total: z.int().nullable(),
  totalBefore: z.int(),
  /** The slots of the grid that it consists of. */
  slots: z.array(z.object({ start: moment, end: moment })),
  problem: z.object({ code: z.string(), title: z.string() }).nullable(),
})
export const PersonParams = z.object({ id: z.uuid() })
export const PersonAnswer = Found.extend({
  linkWays,
  identity: z.object({ id: z.int(), name: z.string() }),
  suspendedUntil: moment.nullable(),
  /** Last week's bookings, a week later: at the price of now, or why they cannot be booked. */
  lastWeek: z.array(LastWeek),
  /** Orders that are to be paid, the newest first. */
  unpaid: z.array(StaffOrder),
})
export type PersonAnswer = z.infer<typeof PersonAnswer>

export const ScheduleQuery = z.object({
  facility: someLine(20).optional(),
  day,
  identityId: z.coerce.number().int().min(1).max(1_000_000).optional(),
})
const Cell = z.object({
  start: moment,
  end: moment,
  state: z.enum(['free', 'held', 'booked', 'closed', 'past']),
  price: z.int(),
})
export const CounterScheduleAnswer = z.object({
  facility: z.string(),
  name: z.string(),
  day,
  facilities: z.array(z.object({ code: z.string(), name: z.string() })),
  courts: z.array(z.object({ id: z.int(), code: z.string(), name: z.string(), cells: z.array(Cell) })),
  identities: z.array(z.object({ id: z.int(), name: z.string(), needsProof: z.boolean() })),
})
export type CounterScheduleAnswer = z.infer<typeof CounterScheduleAnswer>

export const QuoteBody = z.object({ items, identityId: id.optional() })
export const QuoteAnswer = z.object({
  items: z.array(
    z.object({
      venue2ndId: z.int(),
      start: moment,
      end: moment,
      quoted: Quoted.nullable(),
      problems: z.array(z.object({ code: z.string(), title: z.string() })),
    }),
  ),
  amount: z.int(),
})
export type QuoteAnswer = z.infer<typeof QuoteAnswer>

const tillId = z.uuid()
const reference = someLine(40)
const kind = z.enum(voucherKinds)
/** Money at the desk: cash into a till, the card terminal with the reference of its slip, or a voucher with its own. */
const cash = z.object({ way: z.literal('cash'), tillId, given: dollars })
const terminal = z.object({ way: z.literal('terminal'), tillId: tillId.nullable(), reference })
const voucher = z.object({ way: z.literal('voucher'), tillId: tillId.nullable(), kind, reference })
const amount = z.int().min(1).max(mostAtOnce)
const SplitPartBody = z.discriminatedUnion('way', [
  z.object({ way: z.literal('cash'), amount, given: dollars }),
  z.object({ way: z.literal('terminal'), amount, reference }),
  z.object({ way: z.literal('voucher'), kind, amount, reference }),
])
/** Several ways together: a part of the price by each. */
const split = z.object({
  way: z.literal('split'),
  tillId: tillId.nullable(),
  parts: z
    .array(SplitPartBody)
    .min(1)
    .max(partsAtMost)
    .superRefine((parts, context) => {
      const why = whyNotParts(parts)
      if (why)
        context.addIssue({
          code: 'custom',
          path: why.code === 'cash_twice' ? [why.index] : [why.index, 'reference'],
          message: `field_${why.code}`,
        })
    }),
})
const link = z.object({ way: z.literal('link'), by: z.enum(channels) })

export const SaleBody = z
  .object({
    memberId: z.uuid().optional(),
    guest: GuestBody.optional(),
    items,
    /** Another identity than the person's own, whose proof is seen at the desk. */
    identityId: id.optional(),
    proofSeen: z.boolean().default(false),
    remark: prose(500).default(''),
    /** To whom the invoice is made out, where that was said at the desk. */
    invoice: BuyerBody.optional(),
    /** The total that the desk was shown. When it is another one now, the sale is refused with `price_changed`. */
    amount: dollars,
    /** `arrival`: paid at the desk until the first period starts, or until an earlier moment. */
    payment: z.discriminatedUnion('way', [
      cash,
      terminal,
      voucher,
      split,
      link,
      z.object({ way: z.literal('arrival'), until: toDate.optional() }),
    ]),
  })
  .refine(({ memberId, guest }) => (memberId === undefined) !== (guest === undefined), { path: ['memberId'], message: 'field_required' })

export const SaleAnswer = z.object({
  orderNo: z.string(),
  memberId: z.uuid(),
  status: z.enum(orderStates),
  amount: z.int(),
  change: z.int(),
  payBefore: moment.nullable(),
  /** A period had begun: whoever bought it stands at the desk, and was checked in. */
  checkedIn: z.boolean(),
})
export type SaleAnswer = z.infer<typeof SaleAnswer>

const invoice = BuyerBody.optional()
export const DeskPayBody = z.discriminatedUnion('way', [
  cash.extend({ orderNo, invoice }),
  terminal.extend({ orderNo, invoice }),
  voucher.extend({ orderNo, invoice }),
  split.extend({ orderNo, invoice }),
])
/** Of a voucher that is about to be taken. */
export const UsedNumberQuery = z.object({ kind, reference })
/** Orders that were paid with this number before, the newest first. */
export const UsedNumberAnswer = z.object({ orders: z.array(z.string()) })
export type UsedNumberAnswer = z.infer<typeof UsedNumberAnswer>

export const DeskPaidAnswer = z.object({ orderNo: z.string(), amount: z.int(), change: z.int() })
export const SendLinkBody = z.object({ orderNo, by: z.enum(channels) })
export const ReceiptParams = z.object({ id: orderNo })

export const ReceiptAnswer = z.object({
  orderNo: z.string(),
  status: z.enum(orderStates),
  amount: z.int(),
  payBefore: moment.nullable(),
  /** Unpaid, and expected to be paid at the desk. */
  payAtDesk: z.boolean(),
  memberId: z.uuid(),
  name: z.string(),
  mobile: z.string(),
  isGuest: z.boolean(),
  items: z.array(
    z.object({ id: z.uuid(), ...Where, identity: z.string(), price: z.int(), lightFee: z.int(), deposit: z.int(), active: z.boolean() }),
  ),
  payments: z.array(
    z.object({
      way: z.enum(moneyWays),
      /** Which kind of voucher; null of everything else. */
      voucher: kind.nullable(),
      kind: z.enum(['payment', 'refund']),
      amount: z.int(),
      at: moment,
      given: z.int().nullable(),
      change: z.int().nullable(),
      reference: z.string().nullable(),
      till: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
  printedAt: moment,
})
export type ReceiptAnswer = z.infer<typeof ReceiptAnswer>
