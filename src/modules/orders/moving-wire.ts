import { z } from 'zod'
import { day, id, largestInteger, moment, toDate } from '#http/wire.ts'
import { someProse } from '#http/wire-text.ts'
import { Where } from './wire.ts'

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

/** A member moves their own booking. */
export const OwnMoveQuery = z.object({ date: day.optional() })
export const OwnMoveBody = z
  .object({ venue2ndId: id, ...period, moves, total: z.int().min(0).max(largestInteger) })
  .refine(isForward, backwards)

const Spot = z.object({
  start: moment,
  end: moment,
  total: z.int(),
  difference: z.int(),
  /** What of a lower price is not refunded, because the refund terms would not have given it; part of the total. */
  kept: z.int(),
  /** The largest share that is refunded after a move there, in percent. */
  refundCap: z.int(),
  /** The sum that this share comes to, with the deposit. */
  refundMost: z.int(),
})
export const OwnMoveOptions = z.object({
  id: z.uuid(),
  orderNo: z.string(),
  ...Where,
  moves: z.int(),
  /** What the booking costs by now. */
  worth: z.int(),
  /** Why it cannot be moved at all. */
  problem: z.object({ code: z.string(), title: z.string() }).nullable(),
  movesLeft: z.int(),
  /** Until when it can be moved. */
  until: moment,
  payMinutes: z.int(),
  /** How the difference goes back where it becomes cheaper. */
  backBy: z.enum(['card', 'desk', 'voucher', 'bank', 'mixed']),
  /** Days to choose from. */
  firstDay: day,
  lastDay: day,
  date: day,
  /** Free spots of the day. */
  facilities: z.array(
    z.object({
      venue1stId: z.int(),
      venue1stName: z.string(),
      courts: z.array(z.object({ venue2ndId: z.int(), venue2ndName: z.string(), spots: z.array(Spot) })),
    }),
  ),
  serverTime: moment,
})
export type OwnMoveOptions = z.infer<typeof OwnMoveOptions>

export const OwnMoveAnswer = z.object({
  /** What is paid back (below 0); 0 where a top-up has to be paid first. */
  difference: z.int(),
  /** To be paid before the booking moves. */
  topUp: z.object({ orderNo: z.string(), amount: z.int(), payBefore: moment }).nullable(),
})
export type OwnMoveAnswer = z.infer<typeof OwnMoveAnswer>

export const InTheWay = z.object({
  id: z.uuid(),
  kind: z.enum(['order', 'preorder', 'block', 'closure', 'offer']),
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
