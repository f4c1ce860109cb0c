import { z } from 'zod'
import { maxItems } from './rules.ts'

const moment = z.iso.datetime({ offset: true })
const toDate = moment.transform((text) => new Date(text))

const ItemBody = z
  .object({ venue2ndId: z.int(), start: toDate, end: toDate })
  .refine((item) => item.start < item.end, { path: ['end'], message: 'field_end_before_start' })
export const CheckBody = z.object({ items: z.array(ItemBody).min(1).max(maxItems) })
export type ItemBody = z.output<typeof ItemBody>

export const PlaceBody = CheckBody.extend({
  contactName: z.string().trim().max(60).default(''),
  contactPhone: z.string().trim().max(30).default(''),
  remark: z.string().trim().max(500).default(''),
})

const Problem = z.object({ code: z.string(), title: z.string() }).catchall(z.unknown())

const Quoted = z.object({
  venue1stId: z.int(),
  venue1stName: z.string(),
  venue2ndId: z.int(),
  venue2ndName: z.string(),
  drawing: z.string(),
  colour: z.string(),
  start: moment,
  end: moment,
  price: z.int(),
  lightFee: z.int(),
  deposit: z.int(),
  total: z.int(),
  refund: z.array(z.object({ daysBefore: z.int(), percent: z.int(), amount: z.int(), until: moment })),
})

export const CheckAnswer = z.object({
  items: z.array(z.object({ venue2ndId: z.int(), start: moment, end: moment, quoted: Quoted.nullable(), problems: z.array(Problem) })),
  /** What the order as a whole runs into, such as the hours that a member may book. */
  problems: z.array(Problem),
  amount: z.int(),
  identity: z.string(),
  payMinutes: z.int(),
  serverTime: moment,
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

export const OrderStateWire = z.enum(['awaiting-payment', 'confirmed', 'checked-in', 'completed', 'no-show', 'expired', 'cancelled', 'venue-cancelled'])

export const PlacedAnswer = z.object({ orderNo: z.string(), status: OrderStateWire, amount: z.int(), payBefore: moment.nullable() })
export type PlacedAnswer = z.infer<typeof PlacedAnswer>
