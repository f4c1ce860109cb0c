import { locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { deskMethods } from '#modules/tills/way-rules.ts'
import { payWays } from './way-rules.ts'
import { someLine } from '#http/wire-text.ts'

const orderNo = someLine(40)
const way = z.enum(payWays)

/** `prefix`: language prefix of the page's path, kept for the way back. */
export const StartBody = z.object({ orderNo, way: way.optional(), prefix: z.enum(locales).optional() })
/** A way to pay; `numberUntil`: until when the number would have to be paid that it leads to. */
export const OfferedWay = z.object({ way, numberUntil: moment.nullable() })
export type OfferedWay = z.infer<typeof OfferedWay>
export const WaysQuery = z.object({ orderNo })
/** The way that was used last comes first. Empty: nothing is to be paid, or not online. */
export const WaysAnswer = z.object({
  items: z.array(OfferedWay),
  /** Path of the page on which the order is paid without logging in, in another browser. */
  payLink: z.string(),
  serverTime: moment,
})
export type WaysAnswer = z.infer<typeof WaysAnswer>

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
  z.object({ kind: z.literal('barcode'), codes: z.array(z.string()), deadline: moment }),
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
      /** As the payer chose it. */
      way: way.nullable(),
      method: z.enum(['card', 'wallet', 'atm', 'cvs', 'other', ...deskMethods]).nullable(),
      number: PaymentNumber.nullable(),
      startedAt: moment,
      settledAt: moment.nullable(),
    })
    .nullable(),
  serverTime: moment,
})
export type ResultAnswer = z.infer<typeof ResultAnswer>
