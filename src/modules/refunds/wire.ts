import { z } from 'zod'
import { idText, listOf, moment, pagedBody } from '#http/wire.ts'
import { decisionOf, prose, someLine } from '#http/wire-text.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { MovedFrom, PenaltiesWire, Where } from '#modules/orders/wire.ts'
import { deskMethods } from '#modules/tills/way-rules.ts'
import { isBankCode } from '#lib/taiwan-banks.ts'
import { paidAtDesk, refundNoPattern, refundWays } from './rules.ts'

const orderNo = z.string().regex(orderNoPattern)
const refundNo = z.string().regex(refundNoPattern)
const itemIds = z.array(z.uuid()).min(1).max(50)

export const RefundStateWire = z.enum(['requested', 'approved', 'processing', 'refunded', 'rejected', 'failed'])
export const RefundCauseWire = z.enum([
  'asked',
  'cancelled',
  'venue-cancelled',
  'late-payment',
  'double-payment',
  'given-back',
  'deposit',
  'moved',
])

const Tiers = z.array(z.object({ days: z.int(), percent: z.int() }))
export const RefundTermsAnswer = z.object({
  /** At least so many calendar days before: this share. */
  hourly: Tiers,
  sessions: Tiers,
  /** Cancelling later than this gives a violation point. */
  lateCancelHours: z.int(),
})
export type RefundTermsAnswer = z.infer<typeof RefundTermsAnswer>

/** `itemIds`: of items, and of lines; left out, all that can be refunded. */
export const RefundCheckBody = z.object({ orderNo, itemIds: itemIds.optional() })
/** What goes back by one way, and its words with the slip or the voucher's number. `bank`: by transfer. */
export const GoesBackWire = z.object({ by: z.enum(['card', 'terminal', 'cash', 'voucher', 'bank']), words: z.string(), amount: z.int() })
export type GoesBackWire = z.infer<typeof GoesBackWire>
const CheckedItem = z.object({
  id: z.uuid(),
  ...Where,
  paid: z.int(),
  /** Null: it cannot be refunded; the reason says why. */
  refund: z
    .object({
      percent: z.int(),
      amount: z.int(),
      daysBefore: z.int(),
      /** After this moment the refund is smaller. */
      until: moment,
      /** Costs a violation point. */
      late: z.boolean(),
    })
    .nullable(),
  reason: z.string(),
})
/** A line without a court and a period, and what goes back for it by the terms of what it is. */
const CheckedLine = z.object({
  id: z.uuid(),
  words: z.string(),
  count: z.int(),
  paid: z.int(),
  /** Null: it cannot be refunded; the reason says why. */
  refund: z.object({ percent: z.int(), amount: z.int(), until: moment }).nullable(),
  reason: z.string(),
})
export const RefundCheckAnswer = z.object({
  orderNo: z.string(),
  items: z.array(CheckedItem),
  lines: z.array(CheckedLine),
  penalties: PenaltiesWire,
  /** What goes back for what was chosen. */
  amount: z.int(),
  /** `voucher`: all of it was paid by vouchers, and is given back at the desk. */
  ways: z.array(z.enum(['card', 'bank', 'voucher'])),
  /** How `amount` goes back while no other way is chosen: money before vouchers. */
  goesBack: z.array(GoesBackWire),
  serverTime: moment,
})
export type RefundCheckAnswer = z.infer<typeof RefundCheckAnswer>

export const RefundBody = z.object({
  orderNo,
  /** Of items, and of lines. Left out: all that can be refunded. */
  itemIds: itemIds.optional(),
  reason: prose(500).default(''),
  /** Confirms that some items are refunded with 0. */
  acceptZero: z.boolean().default(false),
})
const Account = {
  bankCode: z.string().trim().refine(isBankCode, 'field_bank_code'),
  bankAccount: z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{8,16}$/, 'field_bank_account')),
  accountName: someLine(60),
  passbookFileId: z.uuid(),
}
export const Refund2Body = RefundBody.extend(Account)
export const RefundAccountBody = z.object({ refundNo, ...Account })
export const RefundNoBody = z.object({ refundNo })
export const RefundNoParams = z.object({ id: refundNo })

export const RefundAnswer = z.object({
  refundNo: z.string(),
  orderNo: z.string(),
  /** Title of an order without periods, such as a locker's term. */
  title: z.string().nullable(),
  cause: RefundCauseWire,
  causeText: z.string(),
  status: RefundStateWire,
  way: z.enum(refundWays),
  amount: z.int(),
  /** By which ways it went back, and the rest of it will. */
  goesBack: z.array(GoesBackWire),
  /** What of it has gone back already: a refund of several payments gives them back one after the other. */
  wentBack: z.int(),
  orderKind: z.string(),
  reason: z.string(),
  /** Masked account number. Null: by card, or an account is still to be named. */
  account: z.object({ bankCode: z.string(), bankName: z.string(), bankAccount: z.string(), accountName: z.string() }).nullable(),
  /** Ways that the member can choose: `card` tries again, `bank` takes an account. */
  nextWays: z.array(z.enum(['card', 'bank'])),
  /** Another refund of the same payment, of which it is to be learnt first whether it went through. */
  waitsFor: z.string().nullable(),
  createdAt: moment,
  items: z.array(
    z.object({
      id: z.uuid().nullable(),
      /** Of a line without a court and a period. */
      words: z.string().nullable(),
      venue1stName: z.string().nullable(),
      venue2ndName: z.string().nullable(),
      drawing: z.string().nullable(),
      colour: z.string().nullable(),
      start: moment.nullable(),
      end: moment.nullable(),
      paid: z.int(),
      percent: z.int(),
      amount: z.int(),
      /** Of a refund for a move to a cheaper period: where the booking was, and what it cost and costs. The item is where it was moved to. */
      moved: z.object({ from: MovedFrom, before: z.int(), after: z.int() }).nullable(),
    }),
  ),
  /** Steps so far, and without a moment those to come. */
  steps: z.array(z.object({ status: RefundStateWire, at: moment.nullable(), note: z.string() })),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>

export const RefundListBody = z.object({ status: RefundStateWire.optional(), orderNo: orderNo.optional(), ...pagedBody })
export const RefundListAnswer = listOf(RefundAnswer)
export type RefundListAnswer = z.infer<typeof RefundListAnswer>

export const StaffRefundListBody = z.object({
  status: RefundStateWire.optional(),
  way: z.enum(['card', 'bank']).optional(),
  unclear: z.boolean().optional(),
  ...pagedBody,
})
export const StaffRefund = RefundAnswer.extend({
  memberName: z.string(),
  memberAccount: z.string(),
  paidBy: z.string().nullable(),
  passbookFileId: z.uuid().nullable(),
  batchNo: z.int().nullable(),
  /** The provider's answer was unclear: check there first. */
  unclear: z.boolean(),
  failure: z.string().nullable(),
})
export type StaffRefund = z.infer<typeof StaffRefund>
export const StaffRefundListAnswer = listOf(StaffRefund)

const note = prose(500)
export const ReviewRefundBody = decisionOf('approve', 'refuse').safeExtend({ refundNo })
export const MarkPaidBody = z.object({ refundNo, note: note.default('') })
export const MarkFailedBody = z.object({ refundNo, reason: note.min(1) })
export const TransfersQuery = z.object({ batch: idText.optional() })

const tillId = z.uuid()
const slips = {
  tillId: tillId.nullable(),
  /** Where one card or voucher is given back. */
  reference: someLine(40).optional(),
  /** One for each card or voucher that is given back. */
  references: z
    .array(z.object({ attemptId: z.uuid(), reference: someLine(40) }))
    .min(1)
    .max(100)
    .optional(),
}
/** How the desk gives money back. */
export const DeskRefundBody = z.discriminatedUnion('way', [
  z.object({ refundNo, way: z.literal('cash'), tillId }),
  z.object({ refundNo, way: z.literal('terminal'), ...slips }),
  z.object({ refundNo, way: z.literal('voucher'), ...slips }),
  z.object({
    refundNo,
    way: z.literal('transfer'),
    bankCode: Account.bankCode,
    bankAccount: Account.bankAccount,
    accountName: Account.accountName,
  }),
])
export type DeskRefundBody = z.infer<typeof DeskRefundBody>

/** A card or a voucher that the desk gives back: how it was paid, its slip or number then, and what of it goes back. */
export const PartToGiveBack = z.object({
  attemptId: z.uuid(),
  method: z.enum(deskMethods),
  reference: z.string().nullable(),
  amount: z.int(),
})
export type PartToGiveBack = z.infer<typeof PartToGiveBack>

export const DeskRefundAnswer = z.object({ amount: z.int() })
export const DeskRefundListAnswer = z.object({
  items: z.array(
    z.object({
      refundNo: z.string(),
      orderNo: z.string(),
      name: z.string(),
      mobile: z.string(),
      amount: z.int(),
      paidBy: z.enum(paidAtDesk),
      /** The payments that it gives back. */
      parts: z.array(PartToGiveBack),
      createdAt: moment,
    }),
  ),
})
export type DeskRefundListAnswer = z.infer<typeof DeskRefundListAnswer>
