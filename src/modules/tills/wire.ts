import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { oneLine, someLine } from '#http/wire-text.ts'
import { denominations, mostAtOnce } from './rules.ts'
import { deskMethods, voucherKinds } from './way-rules.ts'

export const dollars = z.int().min(0).max(mostAtOnce)
const someDollars = z.int().min(1).max(mostAtOnce)

export const OpenTillBody = z.object({ name: someLine(40), float: dollars })
export const MoveCashBody = z.object({ tillId: z.uuid(), kind: z.enum(['in', 'out']), amount: someDollars, reason: someLine(200) })

const count = z.int().min(0).max(10_000)
/** How many of which note or coin were counted. */
const PiecesBody = z.strictObject(Object.fromEntries(denominations.map((value) => [value, count.optional()])))
export const CloseTillBody = z.object({
  tillId: z.uuid(),
  pieces: PiecesBody,
  explanation: oneLine(500).default(''),
  /** What the page said has to be in the till. When it is another sum now, closing is refused with `till_changed`. */
  expected: z.int(),
})
export const TillParams = z.object({ id: z.uuid() })
export const TillIdAnswer = z.object({ tillId: z.uuid() })

const Till = z.object({
  id: z.uuid(),
  name: z.string(),
  openedAt: moment,
  openedBy: z.string(),
  closedAt: moment.nullable(),
  closedBy: z.string().nullable(),
  expected: z.int(),
  counted: z.int().nullable(),
  difference: z.int().nullable(),
  explanation: z.string(),
})
export type TillAnswer = z.infer<typeof Till>

/** Tills that are open now, and the last ones. */
export const TillListAnswer = z.object({ open: z.array(Till), recent: z.array(Till) })
export type TillListAnswer = z.infer<typeof TillListAnswer>

const Slip = z.object({
  id: z.int(),
  method: z.enum(['terminal', ...voucherKinds]),
  at: moment,
  amount: z.int(),
  reference: z.string().nullable(),
  orderNo: z.string(),
})
const Slips = z.object({ count: z.int(), amount: z.int(), slips: z.array(Slip) })

const TillRow = z.object({
  id: z.int(),
  kind: z.enum(['opened', 'sale', 'refund', 'in', 'out', 'difference', 'closed']),
  amount: z.int(),
  given: z.int().nullable(),
  reason: z.string(),
  reference: z.string().nullable(),
  by: z.string(),
  at: moment,
})
export type TillRowAnswer = z.infer<typeof TillRow>

export const TillDetailAnswer = Till.extend({
  pieces: z.record(z.string(), z.int()).nullable(),
  rows: z.array(TillRow),
  /** Card payments and refunds at the desk that belong to this till: they are not in the drawer. `slips`: to compare with the terminal's own. */
  terminal: Slips,
  /** Vouchers that were taken and given back: not in the drawer's count either. */
  vouchers: Slips,
  /** The shift by way of paying; what was given back is negative. Only cash is in `expected`. */
  ways: z.array(z.object({ method: z.enum(deskMethods), sale: z.int(), refund: z.int() })),
})
export type TillDetailAnswer = z.infer<typeof TillDetailAnswer>

export const ClosedAnswer = z.object({ expected: z.int(), counted: z.int(), difference: z.int() })
