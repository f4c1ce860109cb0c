import { z } from 'zod'
import { day, id, idText, listOf, moment, pagedQuery, toDate } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'

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
