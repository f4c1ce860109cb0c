import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { waterKinds } from '#modules/feedback/rules.ts'
import { queues } from './today-rules.ts'
import { ParkedBooking } from './wire.ts'

const Named = z.object({ code: z.string(), name: z.string() })
const Place = { facility: Named, court: Named, start: moment, end: moment }

/** `total` counts all of the list, `items` has the first of it. */
const someOf = <T extends z.ZodType>(item: T) => z.object({ total: z.int(), items: z.array(item) })

const Expected = z.object({
  id: z.uuid(),
  orderNo: z.string(),
  name: z.string(),
  ...Place,
  /** Unpaid supplements, to be collected when they come. */
  toPay: z.int(),
})
export type ExpectedBooking = z.infer<typeof Expected>

const Unpaid = z.object({
  orderNo: z.string(),
  name: z.string(),
  amount: z.int(),
  payBefore: moment,
  payAtDesk: z.boolean(),
  /** What is paid for when it is no booking: a locker, or the difference after a move. */
  title: z.string().nullable(),
  /** The first of its bookings. */
  booking: z.object({ id: z.uuid(), ...Place, count: z.int() }).nullable(),
})
export type UnpaidOrder = z.infer<typeof Unpaid>

const FreeFacility = z.object({
  facility: Named,
  slots: z.array(z.object({ start: moment, end: moment, courts: z.array(Named) })),
})
export type FreeFacility = z.infer<typeof FreeFacility>

const Broken = z.object({
  ticketNo: z.string(),
  /** Empty for water, which has a kind. */
  title: z.string(),
  waterKind: z.enum(waterKinds).nullable(),
  facility: Named,
  court: z.string().nullable(),
  state: z.enum(['received', 'in-progress']),
  createdAt: moment,
})

export const TodayAnswer = z.object({
  arrivals: someOf(Expected),
  late: someOf(Expected),
  /** So long after its beginning a booking counts as not used. */
  noShowMinutes: z.int(),
  unpaid: someOf(Unpaid),
  /** Bookings that staff have to place. */
  parked: z.array(ParkedBooking),
  /** Bookings without a court whose members are offered other floor, and have not answered: who has the least time left first. */
  offered: someOf(ParkedBooking),
  /** Facilities with a free court in the next two hours. */
  free: z.array(FreeFacility),
  broken: someOf(Broken),
  /** Messages that could not be sent lately, the newest first. Null for roles that may not read messages. */
  failed: someOf(z.object({ channel: z.enum(['mail', 'sms']), error: z.string().nullable(), createdAt: moment })).nullable(),
  /** Texts that wait because the notices of this hour are used up: the next go out after `until`. Null: none waits. */
  textsWaiting: z.object({ count: z.int(), perHour: z.int(), until: moment }).nullable(),
  serverTime: moment,
})
export type TodayAnswer = z.infer<typeof TodayAnswer>

export const WaitingAnswer = z.object({
  /** Queues that the caller's roles may read; `oldest`: since when the first of it waits. */
  queues: z.array(z.object({ queue: z.enum(queues), count: z.int(), oldest: moment.nullable() })),
  serverTime: moment,
})
export type WaitingAnswer = z.infer<typeof WaitingAnswer>

/** The mail of the morning, for oneself. */
export const DigestSwitch = z.object({ isOn: z.boolean() })
export type DigestSwitch = z.infer<typeof DigestSwitch>
