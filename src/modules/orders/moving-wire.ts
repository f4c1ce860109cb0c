import { z } from 'zod'
import { id, largestInteger, moment, toDate } from '#http/wire.ts'
import { someProse } from '#http/wire-text.ts'

export const BookingParams = z.object({ id: z.uuid() })

const moves = z.int().min(0).max(largestInteger)
const period = { start: toDate, end: toDate }
const isForward = ({ start, end }: { start: Date; end: Date }) => start < end
const backwards = { path: ['end'], message: 'field_end_before_start' }

export const ParkBody = z.object({
  /** How often the booking had been moved when the caller saw it. More by now: 409 `moved_meanwhile`. */
  moves,
  reason: someProse(200),
})
const Priced = ParkBody.extend({
  /** Where the booking gets dearer: the member pays nothing more. */
  waive: z.boolean().default(false),
  /** What the caller was shown that it would cost, of a swap both together. Another total by now: 409 `difference_changed`. */
  total: z.int().min(0).max(largestInteger).optional(),
})
export const MoveBody = Priced.extend({ venue2ndId: id, ...period }).refine(isForward, backwards)
export const StretchBody = Priced.extend(period).refine(isForward, backwards)
export const SwapBody = Priced.extend({ with: z.uuid(), withMoves: moves })
export const CheckMoveBody = z
  .object({ venue2ndId: id, ...period })
  .refine(isForward, backwards)
  .or(z.object({ swapWith: z.uuid() }))

export const MovedAnswer = z.object({ items: z.array(z.object({ id: z.uuid(), moves: z.int(), difference: z.int() })) })
export type MovedAnswer = z.infer<typeof MovedAnswer>

export const InTheWay = z.object({
  id: z.uuid(),
  kind: z.enum(['order', 'preorder', 'block', 'closure']),
  name: z.string().nullable(),
  start: moment,
  end: moment,
})

export const CheckMoveAnswer = z.object({
  /** What the booking costs by now, what it would cost there, and the difference. */
  worth: z.int(),
  total: z.int(),
  difference: z.int(),
  /** False: nothing was paid yet, and the difference simply changes the amount. */
  paid: z.boolean(),
  problem: z.object({ code: z.string(), title: z.string() }).nullable(),
  inTheWay: z.array(InTheWay),
})
export type CheckMoveAnswer = z.infer<typeof CheckMoveAnswer>
