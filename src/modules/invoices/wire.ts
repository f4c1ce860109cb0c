import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { oneLine } from '#http/wire-text.ts'
import { buyerKinds } from './buyer-rules.ts'

/** To whom an invoice is made out. What does not belong to its kind is dropped. */
export const BuyerBody = z.object({
  kind: z.enum(buyerKinds),
  /** Of the carrier, or of who gets the donation. */
  code: oneLine(40).default(''),
  taxId: oneLine(20).default(''),
  title: oneLine(60).default(''),
})
export type BuyerBody = z.input<typeof BuyerBody>

export const BuyerAnswer = z.object({
  /** What the centre issues; null: nothing. */
  paper: z.enum(['invoice', 'receipt']).nullable(),
  /** Kinds that can be chosen. */
  kinds: z.array(z.enum(buyerKinds)),
  buyer: z.object({ kind: z.enum(buyerKinds), code: z.string(), taxId: z.string(), title: z.string() }),
  /** The buyer was given before; otherwise it is what is taken where nothing is said. */
  isGiven: z.boolean(),
})
export type BuyerAnswer = z.infer<typeof BuyerAnswer>

export const LinkQuery = z.object({ ref: z.string().min(1).max(80) })
export const LinkBuyerBody = BuyerBody.extend(LinkQuery.shape)

const Allowance = z.object({ number: z.string().nullable(), amount: z.int(), at: moment.nullable() })

export const InvoiceAnswer = z.object({
  id: z.uuid(),
  orderNo: z.string(),
  paper: z.enum(['invoice', 'receipt']),
  /** waiting: it will be issued · issued · voided */
  status: z.enum(['waiting', 'issued', 'voided']),
  number: z.string().nullable(),
  randomCode: z.string().nullable(),
  amount: z.int(),
  /** What is left of it when its allowances are taken off. */
  rest: z.int(),
  lines: z.array(z.object({ text: z.string(), count: z.int(), amount: z.int() })),
  /** Carriers are masked. */
  buyer: z.object({ kind: z.enum(buyerKinds), code: z.string(), taxId: z.string(), title: z.string() }),
  issuedAt: moment.nullable(),
  voidedAt: moment.nullable(),
  allowances: z.array(Allowance),
})
export type InvoiceAnswer = z.infer<typeof InvoiceAnswer>

export const InvoiceListQuery = z.object({ orderNo: z.string().min(1).max(40).optional() })
export const InvoiceListAnswer = z.object({
  items: z.array(InvoiceAnswer),
  /** Money has moved that a paper has still to follow: a list that is read again has more to say. */
  isSettling: z.boolean(),
})
export type InvoiceListAnswer = z.infer<typeof InvoiceListAnswer>
