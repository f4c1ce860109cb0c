import { z } from 'zod'
import { day, id, idText, listOf, moment, time } from '#http/wire.ts'
import { oneLine, prose, someLine } from '#http/wire-text.ts'
import { modes } from './rules.ts'
import { DetailAnswer, kind, ListAnswer, ListQuery, orderNo, PreOrderStateWire } from './wire.ts'

const RoundFacility = z.object({ venue1stId: id, opens: time, closes: time })
export const RoundBody = z.object({
  nameTw: someLine(60),
  /** Without it the Chinese name stands for it. */
  nameEn: oneLine(60).default(''),
  seasonFrom: day,
  seasonTo: day,
  viewStart: moment,
  orderStart: moment,
  end: moment,
  mode: z.enum(modes).default('first-come'),
  /** Of a ballot: share of each facility's floor that only clubs without an earlier season may draw. */
  newcomerPercent: z.int().min(0).max(50).default(0),
  // What is left out is as the centre's rules say.
  periodsPerWeek: z.int().min(1).max(14).optional(),
  minutesPerPeriod: z.int().min(30).max(720).optional(),
  payDays: z.int().min(1).max(60).optional(),
  giveBackHours: z.int().min(0).max(336).optional(),
  documentKinds: z.array(kind).max(12).optional(),
  facilities: z.array(RoundFacility).min(1).max(100),
})
/** `version`: the one that was changed; another one by now is refused with what it is. Without it whatever is there is replaced. */
export const ChangeRoundBody = RoundBody.extend({ id, version: id.optional() })
export const RoundIdAnswer = z.object({ id: z.int() })
export const StaffRoundsAnswer = z.array(
  RoundBody.extend({
    id: z.int(),
    frozenAt: moment.nullable(),
    drawnAt: moment.nullable(),
    preOrders: z.int(),
    /** Those that wait for staff, and those that wait for documents. */
    submitted: z.int(),
    needsDocuments: z.int(),
    phase: z.enum(['not-yet', 'view-only', 'open', 'ended']),
  }),
)
export type StaffRounds = z.infer<typeof StaffRoundsAnswer>

export const StaffListQuery = ListQuery.extend({ roundId: idText.optional() })
export const StaffListAnswer = listOf(ListAnswer.shape.items.element.extend({ communityName: z.string() }))
export const StaffDetailAnswer = DetailAnswer.extend({ communityName: z.string(), email: z.string() })
export const Decision = z
  .object({
    orderNo,
    decision: z.enum(['needs-documents', 'approved', 'rejected']),
    note: prose(500).default(''),
    missingKinds: z.array(kind).default([]),
  })
  .refine((body) => body.decision === 'approved' || body.note !== '' || body.missingKinds.length > 0, {
    path: ['note'],
    message: 'field_required',
  })
export const ReviewedAnswer = z.object({ status: PreOrderStateWire, payOrderNo: z.string().nullable(), payBefore: moment.nullable() })
