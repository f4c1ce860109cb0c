import { z } from 'zod'
import { idText, listOf, moment, pagedBody } from '#http/wire.ts'
import { decisionOf, prose, someLine } from '#http/wire-text.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { Where } from '#modules/orders/wire.ts'
import { isBankCode } from '#lib/taiwan-banks.ts'
import { refundNoPattern } from './rules.ts'

const orderNo = z.string().regex(orderNoPattern)
const refundNo = z.string().regex(refundNoPattern)
const itemIds = z.array(z.uuid()).min(1).max(50)

export const RefundStateWire = z.enum(['requested', 'approved', 'processing', 'refunded', 'rejected', 'failed'])
export const RefundCauseWire = z.enum(['asked', 'venue-cancelled', 'late-payment', 'double-payment', 'given-back', 'deposit'])

const Tiers = z.array(z.object({ days: z.int(), percent: z.int() }))
export const RefundTermsAnswer = z.object({
  /** So many calendar days before, at least: this share. */
  hourly: Tiers,
  sessions: Tiers,
  /** Cancelling later than this costs a point. */
  lateCancelHours: z.int(),
})
export type RefundTermsAnswer = z.infer<typeof RefundTermsAnswer>

export const RefundCheckBody = z.object({ orderNo })
const CheckedItem = z.object({
  id: z.uuid(),
  ...Where,
  paid: z.int(),
  /** Null: it cannot be given back, and the reason says why. */
  refund: z
    .object({
      percent: z.int(),
      amount: z.int(),
      daysBefore: z.int(),
      /** Less comes back after this moment. */
      until: moment,
      /** Costs a violation point. */
      late: z.boolean(),
    })
    .nullable(),
  reason: z.string(),
})
export const RefundCheckAnswer = z.object({
  orderNo: z.string(),
  items: z.array(CheckedItem),
  /** What comes back if everything is given back. */
  amount: z.int(),
  /** Empty: nothing was paid. */
  ways: z.array(z.enum(['card', 'bank'])),
  serverTime: moment,
})
export type RefundCheckAnswer = z.infer<typeof RefundCheckAnswer>

export const RefundBody = z.object({
  orderNo,
  itemIds: itemIds.optional(),
  reason: prose(500).default(''),
  /** I know that some of it comes to nothing. */
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
  /** What the order is for, when it has no periods. */
  title: z.string().nullable(),
  cause: RefundCauseWire,
  causeText: z.string(),
  status: RefundStateWire,
  way: z.enum(['card', 'bank', 'none']),
  amount: z.int(),
  reason: z.string(),
  /** Only the end of its number. Null: by card, or an account is still to be named. */
  account: z.object({ bankCode: z.string(), bankName: z.string(), bankAccount: z.string(), accountName: z.string() }).nullable(),
  /** It waits for the member to say where to: `card` can be tried again, `bank` takes an account. */
  nextWays: z.array(z.enum(['card', 'bank'])),
  createdAt: moment,
  items: z.array(
    z.object({
      id: z.uuid().nullable(),
      venue1stName: z.string().nullable(),
      venue2ndName: z.string().nullable(),
      drawing: z.string().nullable(),
      colour: z.string().nullable(),
      start: moment.nullable(),
      end: moment.nullable(),
      paid: z.int(),
      percent: z.int(),
      amount: z.int(),
    }),
  ),
  /** What has happened, and, without a moment, what is still to come. */
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
const StaffRefund = RefundAnswer.extend({
  memberName: z.string(),
  memberAccount: z.string(),
  paidBy: z.string().nullable(),
  passbookFileId: z.uuid().nullable(),
  batchNo: z.int().nullable(),
  /** The gateway gave no clear answer: look there before anything else. */
  unclear: z.boolean(),
  failure: z.string().nullable(),
})
export type StaffRefund = z.infer<typeof StaffRefund>
export const StaffRefundListAnswer = listOf(StaffRefund)

const note = prose(500)
export const ReviewRefundBody = decisionOf('approve', 'refuse').safeExtend({ refundNo })
export const MarkPaidBody = z.object({ refundNo, note: note.default('') })
export const MarkFailedBody = z.object({ refundNo, reason: note.min(1) })
export const BatchAnswer = z.object({ batchNo: z.int().nullable(), count: z.int(), amount: z.int() })
export const TransfersQuery = z.object({ batch: idText.optional() })
