import type { staffRoles } from '#modules/staff/rules.ts'

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
  'appeals',
  'messages',
] as const
export type Queue = (typeof queues)[number]

const managers = ['admin', 'manager'] as const
const desk = [...managers, 'desk'] as const

/** Roles that may read a queue: those that may open the screen on which it is settled. For everybody else it is not there. */
const readersOf: Record<Queue, readonly StaffRole[]> = {
  late: desk,
  unpaid: desk,
  parked: desk,
  payouts: desk,
  proofs: desk,
  clubs: desk,
  preorders: desk,
  reports: desk,
  lockers: desk,
  refunds: [...managers, 'finance'],
  appeals: managers,
  messages: managers,
}

export const queuesOf = (role: StaffRole): Queue[] => queues.filter((queue) => readersOf[queue].includes(role))

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
