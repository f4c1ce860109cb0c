import { z } from 'zod'
import { day, id, listOf, moment, pagedQuery } from '#http/wire.ts'
import { termPattern, type Term } from './rules.ts'

const Size = z.string()
const TermWire = z
  .custom<Term>((value) => typeof value === 'string' && termPattern.test(value))
  .meta({ type: 'string', pattern: termPattern.source })
const RentalStatusWire = z.enum(['reserved', 'active', 'expiring', 'overdue', 'returned', 'lapsed', 'cleared'])

export const PlanAnswer = z.object({
  walls: z.array(
    z.object({
      wall: z.string(),
      columns: z.int(),
      rows: z.int(),
      lockers: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          size: Size,
          column: z.int(),
          row: z.int(),
          status: z.enum(['free', 'taken', 'mine']),
        }),
      ),
    }),
  ),
  sizes: z.array(
    z.object({
      size: Size,
      /** In the caller's language. */
      name: z.string(),
      terms: z.array(z.object({ term: TermWire, price: z.int() })),
      /** Of the terms month and half-year; null: not offered. */
      monthPrice: z.int().nullable(),
      halfYearPrice: z.int().nullable(),
      deposit: z.int(),
      free: z.int(),
      total: z.int(),
    }),
  ),
  payDays: z.int(),
  renewDays: z.int(),
  clearDays: z.int(),
  serverTime: moment,
})
export type PlanAnswer = z.infer<typeof PlanAnswer>

export const RentBody = z.object({ lockerId: id, term: TermWire })
export const RenewBody = z.object({ rentalId: z.uuid(), term: TermWire })
export const RentalBody = z.object({ rentalId: z.uuid() })
export const OrderedAnswer = z.object({ orderNo: z.string(), amount: z.int(), payBefore: moment })
export type OrderedAnswer = z.infer<typeof OrderedAnswer>
export const ReturnedAnswer = z.object({ amount: z.int() })
export type ReturnedAnswer = z.infer<typeof ReturnedAnswer>

const Rental = z.object({
  id: z.uuid(),
  lockerId: z.int(),
  number: z.string(),
  size: Size,
  sizeName: z.string(),
  wall: z.string(),
  status: RentalStatusWire,
  deposit: z.int(),
  createdAt: moment,
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  /** Last day of the rental. */
  lastDay: day.nullable(),
  closedAt: moment.nullable(),
  renewFrom: moment.nullable(),
  mayRenew: z.boolean(),
  /** Refund if returned now; null when it cannot be returned. */
  returnGives: z.int().nullable(),
  /** The order that awaits payment: the first term's or a renewal's. */
  waiting: z.object({ orderNo: z.string(), term: TermWire, amount: z.int(), payBefore: moment }).nullable(),
})
export const MineAnswer = z.object({ current: Rental.nullable(), past: z.array(Rental), serverTime: moment })
export type MineAnswer = z.infer<typeof MineAnswer>
export type RentalAnswer = z.infer<typeof Rental>

export const StaffLockerQuery = z.object({
  status: z.enum(['active', 'overdue']).optional(),
  ...pagedQuery,
})
export const StaffLockerAnswer = listOf(
  Rental.extend({ memberName: z.string(), memberAccount: z.string(), memberMobile: z.string(), clearFrom: moment.nullable() }),
)
