import { z } from 'zod'
import { day, id, idText, listOf, moment, pagedQuery, toDate } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { Where } from '#modules/orders/wire.ts'

export const OfferParams = z.object({ id: z.uuid() })
export const OfferBody = z.object({ accept: z.boolean() })

/** Other floor that is held for a booking that a closure took away. */
export const OpenOffer = z.object({
  id: z.uuid(),
  itemId: z.uuid(),
  orderNo: z.string(),
  reason: z.string(),
  from: z.object(Where),
  to: z.object(Where),
  /** Without an answer until then, everything is paid back. */
  until: moment,
})
export type OpenOffer = z.infer<typeof OpenOffer>
export const OfferListAnswer = z.object({ items: z.array(OpenOffer), serverTime: moment })
export type OfferListAnswer = z.infer<typeof OfferListAnswer>
/** `back`: what is paid back, the difference or everything. */
export const OfferAnswered = z.object({ accepted: z.boolean(), back: z.int() })
export type OfferAnswered = z.infer<typeof OfferAnswered>

const reason = someLine(200)
export const BlockBody = z
  .object({
    venue1stId: id.optional(),
    venue2ndId: id.optional(),
    start: toDate,
    end: toDate,
    reasonTw: reason,
    reasonEn: reason,
  })
  .refine((body) => (body.venue1stId === undefined) !== (body.venue2ndId === undefined), {
    path: ['venue2ndId'],
    message: 'field_court_or_facility',
  })
  .refine((body) => body.start < body.end, { path: ['end'], message: 'field_end_before_start' })
  .refine((body) => body.end.getTime() - body.start.getTime() <= 92 * 86_400_000, { path: ['end'], message: 'field_period_too_long' })
export const BlockedAnswer = z.object({ id: z.uuid() })
export const LiftBody = z.object({ id: z.uuid() })
export const CloseBody = z.object({ venue1stId: id, date: day, reasonTw: reason, reasonEn: reason })
export const ClosedAnswer = z.object({ id: z.uuid(), orders: z.int(), items: z.int(), owed: z.int() })

export const BlockListQuery = z.object({
  venue1stId: idText.optional(),
  ...pagedQuery,
})
export const BlockListAnswer = listOf(
  z.object({
    id: z.uuid(),
    kind: z.enum(['block', 'closure']),
    venue1stId: z.int(),
    venue2ndId: z.int().nullable(),
    start: moment,
    end: moment,
    reasonTw: z.string(),
    reasonEn: z.string(),
    createdAt: moment,
  }),
)
