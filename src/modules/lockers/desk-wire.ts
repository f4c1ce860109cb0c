import { z } from 'zod'
import { id, moment } from '#http/wire.ts'
import { oneLine, someLine } from '#http/wire-text.ts'
import { callOutcomes, deskStatuses } from './rules.ts'

const Call = z.object({ at: moment, by: z.string(), outcome: z.enum(callOutcomes), note: z.string() })
export type LockerCallAnswer = z.infer<typeof Call>

const DeskRental = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  name: z.string(),
  mobile: z.string(),
  /** Last day of the rental; null while it is reserved. */
  lastDay: z.string().nullable(),
  daysOver: z.int(),
  /** Goes back when it is returned now; null while it is reserved. */
  returnGives: z.int().nullable(),
  clearFrom: moment.nullable(),
  mayClear: z.boolean(),
  waitingOrderNo: z.string().nullable(),
  calls: z.array(Call),
})
export const DeskLocker = z.object({
  id: z.int(),
  number: z.string(),
  sizeName: z.string(),
  column: z.int(),
  row: z.int(),
  status: z.enum(deskStatuses),
  /** Why it is out of order. */
  why: z.string(),
  rental: DeskRental.nullable(),
})
export type DeskLocker = z.infer<typeof DeskLocker>
export type OverLocker = DeskLocker & { rental: NonNullable<DeskLocker['rental']> }

export const DeskPlanAnswer = z.object({
  walls: z.array(z.object({ wall: z.string(), columns: z.int(), rows: z.int(), lockers: z.array(DeskLocker) })),
  counts: z.record(z.enum(deskStatuses), z.int()),
  serverTime: moment,
})
export type DeskPlanAnswer = z.infer<typeof DeskPlanAnswer>

export const DeskRentalBody = z.object({ rentalId: z.uuid() })
export const DeskReturnedAnswer = z.object({ amount: z.int(), orders: z.array(z.object({ orderNo: z.string(), amount: z.int() })) })
export type DeskReturnedAnswer = z.infer<typeof DeskReturnedAnswer>
export const CallBody = z.object({ rentalId: z.uuid(), outcome: z.enum(callOutcomes), note: oneLine(300).default('') })
export const OutOfOrderBody = z.object({ lockerId: id, why: someLine(200) })
export const BackInOrderBody = z.object({ lockerId: id })
