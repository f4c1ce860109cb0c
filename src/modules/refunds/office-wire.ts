import { z } from 'zod'
import { day, idText, largestInteger, moment } from '#http/wire.ts'
import { oneLine, prose, someProse } from '#http/wire-text.ts'
import { UploadedFile } from '#modules/files/wire.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { transferColumnKinds } from '#modules/settings/rules.ts'
import { cellProblems } from './bank-file-rules.ts'
import { refundCursorPattern, refundNeeds, refundNoPattern, refundWays } from './rules.ts'
import { matchKinds, statementAtMost, statementLinesAtMost } from './statement-rules.ts'
import { RefundCauseWire, RefundStateWire, StaffRefund } from './wire.ts'

const refundNo = z.string().regex(refundNoPattern)
const Way = z.enum(refundWays)

const Listed = z.object({
  refundNo: z.string(),
  orderNo: z.string(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  cause: RefundCauseWire,
  causeText: z.string(),
  status: RefundStateWire,
  way: Way,
  amount: z.int(),
  batchNo: z.int().nullable(),
  /** Null: waits for nobody of the staff. */
  need: z.enum(refundNeeds).nullable(),
  /** By transfer, and the member has yet to name an account. */
  awaitsAccount: z.boolean(),
  createdAt: moment,
  changedAt: moment,
  changedBy: z.string().nullable(),
})
export type ListedRefundAnswer = z.infer<typeof Listed>

export const RefundQueueAnswer = z.object({ items: z.array(Listed), count: z.int(), amount: z.int(), serverTime: moment })
export type RefundQueueAnswer = z.infer<typeof RefundQueueAnswer>

export const RefundSearchQuery = z.object({
  status: RefundStateWire.optional(),
  way: Way.optional(),
  batch: idText.optional(),
  /** Day of the latest change. */
  day: day.optional(),
  person: z.uuid().optional(),
  order: z.string().regex(orderNoPattern).optional(),
  /** The start of a refund or order number, or a part of a name. */
  q: oneLine(80).optional(),
  after: z.string().regex(refundCursorPattern).optional(),
})
export const RefundSearchAnswer = z.object({ items: z.array(Listed), next: z.string().nullable(), serverTime: moment })
export type RefundSearchAnswer = z.infer<typeof RefundSearchAnswer>

export const RefundStoryAnswer = StaffRefund.omit({ steps: true, passbookFileId: true }).extend({
  memberId: z.uuid(),
  passbook: UploadedFile.nullable(),
  need: z.enum(refundNeeds).nullable(),
  /** The payment at its provider, by the numbers that it is found by there. */
  trade: z
    .object({
      tradeNo: z.string(),
      gatewayTradeNo: z.string().nullable(),
      amount: z.int(),
      provider: z.string(),
      /** False: nothing can be sent back through it. */
      isProviderSet: z.boolean(),
    })
    .nullable(),
  tries: z.array(
    z.object({ number: z.int(), at: moment, outcome: z.enum(['refunded', 'refused', 'unclear']).nullable(), answer: z.string() }),
  ),
  /** Two people have to agree before this refund leaves. */
  needsTwo: z.boolean(),
  signatures: z.array(z.object({ deed: z.enum(['transfer', 'again']), by: z.string(), isYou: z.boolean(), at: moment })),
  isOwn: z.boolean(),
  steps: z.array(z.object({ status: RefundStateWire, at: moment, note: z.string(), by: z.string().nullable(), byMember: z.boolean() })),
  mayBecomeTransfer: z.boolean(),
})
export type RefundStoryAnswer = z.infer<typeof RefundStoryAnswer>
export type RefundTry = RefundStoryAnswer['tries'][number]

export const SignedAnswer = z.object({ complete: z.boolean() })
export const ResolveBody = z.discriminatedUnion('outcome', [
  z.object({ refundNo, outcome: z.enum(['arrived', 'denied']), note: someProse(500) }),
  z.object({ refundNo, outcome: z.enum(['again', 'transfer']), note: prose(500).default('') }),
])
export const ResolvedAnswer = z.object({ waitsForSecond: z.boolean() })

const Problems = z.array(
  z.object({
    refundNo: z.string(),
    column: z.int(),
    kind: z.enum(transferColumnKinds),
    code: z.enum(cellProblems),
    characters: z.string(),
  }),
)
export const ReadyQuery = z.object({ person: z.uuid().optional() })
export const BatchBody = z.object({ refundNos: z.array(refundNo).min(1).max(500).optional() })
export const TakenBatchAnswer = z.object({
  batchNo: z.int().nullable(),
  count: z.int(),
  amount: z.int(),
  unsigned: z.array(z.string()),
  problems: Problems,
})
export type TakenBatchAnswer = z.infer<typeof TakenBatchAnswer>

export const BatchListAnswer = z.object({
  items: z.array(
    z.object({
      batchNo: z.int(),
      takenAt: moment,
      takenBy: z.string().nullable(),
      transfers: z.int(),
      amount: z.int(),
      open: z.int(),
      openAmount: z.int(),
      paid: z.int(),
      /** Numbers of those that are not in the file for the bank: a card may have got the money. */
      held: z.array(z.string()),
      /** Of the file for the bank. */
      fileName: z.string(),
    }),
  ),
  /** Transfers of all batches that the bank has not paid, and that need nobody else. */
  open: z.int(),
})
export type BatchListAnswer = z.infer<typeof BatchListAnswer>
export const BankFileQuery = z.object({ batch: idText })

export const StatementBody = z.object({
  // Columns of a pasted statement are apart by tabs.
  text: z
    .string()
    .overwrite((text) => text.replaceAll(/(?![\n\t])\p{Cc}/gu, '').trim())
    .min(1)
    .max(statementAtMost)
    .refine((text) => text.split('\n').length <= statementLinesAtMost, 'field_statement_lines'),
})
export const StatementAnswer = z.object({
  lines: z.array(
    z.object({
      number: z.int(),
      text: z.string(),
      refundNo: z.string().nullable(),
      orderNo: z.string().nullable(),
      memberName: z.string().nullable(),
      /** As the statement says; null: no sum was found. */
      amount: z.number().nullable(),
      expected: z.int().nullable(),
      kind: z.enum(matchKinds),
    }),
  ),
})
export type StatementAnswer = z.infer<typeof StatementAnswer>

export const StatementPayBody = z.object({
  payments: z
    .array(z.object({ refundNo, amount: z.int().min(1).max(largestInteger) }))
    .min(1)
    .max(statementLinesAtMost),
  note: oneLine(200).default(''),
})
export const StatementPaidAnswer = z.object({
  paid: z.int(),
  amount: z.int(),
  alreadyPaid: z.array(z.string()),
  left: z.array(z.string()),
})
export type StatementPaidAnswer = z.infer<typeof StatementPaidAnswer>
