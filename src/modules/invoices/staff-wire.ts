import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { moneyWays } from '#modules/payments/rules.ts'
import { BuyerBody, InvoiceAnswer } from './wire.ts'

/** waiting: something is to be done at the issuer · all: whatever its state */
export const OfficeListQuery = z.object({
  show: z.enum(['waiting', 'all']).default('waiting'),
  /** Order number, or number of the paper. */
  keyword: z.string().trim().max(40).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

const Deed = z.object({
  id: z.uuid(),
  kind: z.enum(['issue', 'void', 'allow', 'void-allowance']),
  status: z.enum(['open', 'held', 'done', 'refused', 'dropped']),
  amount: z.int(),
  number: z.string().nullable(),
  /** Why it waits, in words; null where nothing is wrong. */
  problem: z.string().nullable(),
  /** What the issuer said. */
  said: z.string().nullable(),
  /** It may have been done: look at the issuer before trying again. */
  needsLook: z.boolean(),
  tries: z.int(),
  nextTryAt: moment,
  doneAt: moment.nullable(),
  reason: z.string(),
})

export const OfficeInvoice = InvoiceAnswer.extend({
  issuer: z.string(),
  relateNo: z.string(),
  deeds: z.array(Deed),
  /** It can be made out to somebody else now. */
  canReissue: z.boolean(),
  createdAt: moment,
})
export type OfficeInvoice = z.infer<typeof OfficeInvoice>

export const OfficeListAnswer = z.object({
  items: z.array(OfficeInvoice),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
  /** Deeds that wait for a person. */
  held: z.int(),
  /** Name of the issuer that is set; null: nobody issues. */
  issuer: z.string().nullable(),
})
export type OfficeListAnswer = z.infer<typeof OfficeListAnswer>

export const OrderParams = z.object({ id: z.string().max(40) })
export const DeedBody = z.object({ deedId: z.uuid() })
export const NoteBody = DeedBody.extend({ number: someLine(40) })
export const ReissueBody = z.object({ invoiceId: z.uuid(), reason: someLine(20), buyer: BuyerBody })
export const CountAnswer = z.object({ count: z.int() })

export const MonthQuery = z.object({ month: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/) })

export const SumsAnswer = z.object({
  month: z.string(),
  papers: z.array(
    z.object({
      issuer: z.string(),
      /** What the issuer is called. */
      title: z.string(),
      issued: z.int(),
      issuedCount: z.int(),
      voided: z.int(),
      voidedCount: z.int(),
      allowed: z.int(),
      allowedCount: z.int(),
      restored: z.int(),
    }),
  ),
  money: z.array(z.object({ way: z.enum(moneyWays), paid: z.int(), back: z.int() })),
  /** Of the orders that moved in the month, whenever: their papers are paid - sent - owed - held, and the sum of the differences. */
  balance: z.object({ paid: z.int(), sent: z.int(), owed: z.int(), held: z.int(), papers: z.int(), difference: z.int() }),
  differences: z.array(
    z.object({ orderNo: z.string(), difference: z.int(), papers: z.int(), money: z.int(), why: z.enum(['waits', 'no-paper', 'differs']) }),
  ),
})
export type SumsAnswer = z.infer<typeof SumsAnswer>
