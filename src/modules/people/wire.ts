import { z } from 'zod'
import { day, moment } from '#http/wire.ts'
import { someProse } from '#http/wire-text.ts'
import { OrderStateWire } from '#modules/orders/wire.ts'
import { maxNote } from './rules.ts'

export const PersonSearchQuery = z.object({ q: z.string().trim().min(1).max(80) })
const FoundPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** Without an account: books at the desk or by telephone. */
  isGuest: z.boolean(),
  /** The order by whose number the person was found. */
  orderNo: z.string().nullable(),
})
export const PersonSearchAnswer = z.object({ items: z.array(FoundPerson) })
export type PersonSearchAnswer = z.infer<typeof PersonSearchAnswer>

export const PersonParams = z.object({ id: z.uuid() })

export const PersonCardAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  email: z.string(),
  mobile: z.string(),
  isGuest: z.boolean(),
  role: z.string().nullable(),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  identity: z.object({ name: z.string(), state: z.string(), reason: z.string().nullable(), validUntil: day.nullable() }),
  community: z.object({ name: z.string(), registrationNo: z.string(), representative: z.string(), state: z.string() }).nullable(),
  orders: z.array(
    z.object({
      orderNo: z.string(),
      kind: z.string(),
      status: OrderStateWire,
      amount: z.int(),
      createdAt: moment,
      start: moment.nullable(),
      place: z.string(),
      items: z.int(),
    }),
  ),
  /** Paid and given back by this person ever, and what is still to go back. */
  money: z.object({ paid: z.int(), givenBack: z.int(), owed: z.int() }),
  points: z.array(z.object({ id: z.uuid(), kind: z.string(), status: z.string(), orderNo: z.string(), at: moment, expiresAt: moment })),
  suspendedUntil: moment.nullable(),
  lockers: z.array(z.object({ number: z.string(), state: z.string(), endsAt: moment.nullable() })),
  sessions: z.array(z.object({ id: z.uuid(), device: z.string(), lastSeenAt: moment })),
  messages: z.array(
    z.object({ id: z.uuid(), channel: z.enum(['mail', 'sms']), subject: z.string().nullable(), state: z.string(), createdAt: moment }),
  ),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), byName: z.string(), at: moment })),
})
export type PersonCardAnswer = z.infer<typeof PersonCardAnswer>

export const NoteBody = z.object({ id: z.uuid(), text: someProse(maxNote) })
export const PersonBody = z.object({ id: z.uuid() })
export const NoteRemoveBody = z.object({ noteId: z.uuid() })
export const WithdrawBody = z.object({ pointId: z.uuid(), reason: someProse(500) })
