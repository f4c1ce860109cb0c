import type { staffRoles } from '#modules/staff/rules.ts'
import { minuteOf } from '#lib/zone.ts'

type StaffRole = (typeof staffRoles)[number]

/** A queue is what waits for somebody of the staff: each row of it is settled on a screen of the console. */
export const queues = [
  'late',
  'unpaid',
  'parked',
  'payouts',
  'proofs',
  'clubs',
  'preorders',
  'reports',
  'lockers',
  'refunds',
  'discrepancies',
  'appeals',
  'messages',
] as const
export type Queue = (typeof queues)[number]

const ofManagers = [
  'refunds',
  'appeals',
  'preorders',
  'proofs',
  'clubs',
  'reports',
  'messages',
  'parked',
  'lockers',
  'payouts',
  'unpaid',
  'late',
] as const satisfies Queue[]

/** Queues that a role may read, its own work first: those whose screens it may open. */
const readBy: Record<StaffRole, readonly Queue[]> = {
  admin: [...ofManagers, 'discrepancies'],
  manager: ofManagers,
  desk: ['late', 'unpaid', 'parked', 'payouts', 'lockers', 'reports', 'proofs', 'clubs', 'preorders'],
  finance: ['refunds', 'discrepancies'],
  editor: [],
}

/** Queues of all roles of a person, each once. All others are not there for them. */
export const queuesOf = (roles: readonly StaffRole[]): Queue[] => [...new Set(roles.flatMap((role) => readBy[role]))]

/** Screen of the console on which a queue is settled. */
export const queueScreens: Record<Queue, string> = {
  late: '/staff/checkin',
  unpaid: '/staff/orders?status=awaiting-payment',
  parked: '/staff/board',
  payouts: '/staff/till',
  proofs: '/staff/proofs',
  clubs: '/staff/proofs',
  preorders: '/staff/rounds',
  reports: '/staff/tickets',
  lockers: '/staff/lockers',
  refunds: '/staff/refunds',
  discrepancies: '/staff/discrepancies',
  appeals: '/staff/points',
  messages: '/staff/settings/messages?state=failed',
}

const minute = 60_000
const arrivesWithin = 60 * minute
const lapsesWithin = 60 * minute
const freeWithin = 120 * minute
const failedWithin = 7 * 24 * 60 * minute

/** Moments that the lists and queues of a moment compare with. */
export const todayTimes = (now: Date) => {
  const at = (from: number) => new Date(now.getTime() + from)
  return { now, arrives: at(arrivesWithin), lapses: at(lapsesWithin), free: at(freeWithin), failed: at(-failedWithin) }
}
export type TodayTimes = ReturnType<typeof todayTimes>

/** Queues that change from minute to minute: a mail about them would be wrong when it is read. */
const momentary: ReadonlySet<Queue> = new Set(['late', 'unpaid'])

export const isInDigest = (queue: Queue): boolean => !momentary.has(queue)

/** The digest is for the morning: it goes out within three hours of its hour, and not at all if the service was down meanwhile. */
export const isDigestTime = (now: Date, hour: number): boolean => minuteOf(now) >= hour * 60 && minuteOf(now) < (hour + 3) * 60
