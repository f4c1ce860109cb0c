import { locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'

const orderNo = someLine(40)

/** `prefix`: language prefix of the page's path, kept for the way back. */
export const StartBody = z.object({ orderNo, prefix: z.enum(locales).optional() })
export const StartAnswer = z.object({
  /** `post`: a form that the browser posts to the provider, unchanged. `get`: an address that it goes to. */
  method: z.enum(['post', 'get']),
  action: z.url(),
  /** Of the form; empty for an address. */
  fields: z.record(z.string(), z.string()),
  orderNo: z.string(),
  payBefore: moment,
})
export type StartAnswer = z.infer<typeof StartAnswer>

/** As the provider writes them. */
export const NoticeForm = z.record(z.string(), z.string())
export const ProviderParams = z.object({ provider: z.string().max(40) })
export const ReturnQuery = z.object({
  prefix: z.string().max(40).optional(),
  /** The signed link that was paid by. */ pay: z.string().max(80).optional(),
})
export const ReturnForm = z.record(z.string(), z.string())

export const ResultQuery = z
  .object({ ref: z.string().min(1).max(200).optional(), orderNo: orderNo.optional() })
  .refine(({ ref, orderNo: number }) => (ref === undefined) !== (number === undefined), { path: ['ref'], message: 'field_required' })

const PaymentNumber = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('atm'), bankCode: z.string(), account: z.string(), deadline: moment }),
  z.object({ kind: z.literal('cvs'), code: z.string(), deadline: moment }),
])

export const ResultAnswer = z.object({
  orderNo: z.string(),
  status: z.enum(['awaiting-payment', 'confirmed', 'checked-in', 'completed', 'no-show', 'expired', 'cancelled', 'venue-cancelled']),
  amount: z.int(),
  payBefore: moment.nullable(),
  /** Owed back because the payment was late or double. */
  refundDue: z.int(),
  /** Null: no attempt yet. */
  payment: z
    .object({
      state: z.enum(['created', 'processing', 'number-issued', 'paid', 'failed', 'lapsed']),
      amount: z.int(),
      method: z.enum(['card', 'atm', 'cvs', 'other', 'cash', 'terminal']).nullable(),
      number: PaymentNumber.nullable(),
      startedAt: moment,
      settledAt: moment.nullable(),
    })
    .nullable(),
  serverTime: moment,
})
export type ResultAnswer = z.infer<typeof ResultAnswer>
