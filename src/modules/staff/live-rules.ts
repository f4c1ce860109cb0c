import { haveCommon } from '#lib/have-common.ts'
import type { Day } from '#lib/zone.ts'
import { staffRoles } from './rules.ts'

/**
 * Topics of the console's live stream. A notice names a topic and nothing else; what has changed, the screen reads by the calls
 * that its viewer may make. Pure, and safe in the browser.
 */
type StaffRole = (typeof staffRoles)[number]

const managers = ['admin', 'manager'] as const
const desk = [...managers, 'desk'] as const

/** Who may listen to a topic: the roles whose screens show it. */
const listeners = {
  catalogue: managers,
  staff: ['admin'],
  audit: managers,
  messages: managers,
  /** Every booking, cancellation, payment, move and check-in of the centre. The topic `floor:ID` has only those of one facility, `floor:ID:DAY` only those of one day, and `floor:ID:any` those whose days are not known. */
  bookings: [...desk, 'finance'],
  /** What staff do with bookings: all of the topic `bookings` but the actions of members. */
  desk: [...desk, 'finance'],
  people: desk,
  tills: [...desk, 'finance'],
  refunds: [...desk, 'finance'],
  content: [...managers, 'editor'],
  tickets: desk,
  points: managers,
  /** Every action of staff: what waits for them may have changed. */
  waiting: staffRoles,
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffTopic = keyof typeof listeners | `floor:${number}` | `floor:${number}:${string}`

/** The topic of a facility's bookings of one day, or of those whose days are not known. */
export const dayTopic = (facilityId: number, day: Day | 'any') => `floor:${facilityId}:${day}` as const

export const isStaffTopic = (text: string): text is StaffTopic =>
  Object.hasOwn(listeners, text) || /^floor:[1-9]\d{0,8}(:any|:\d{4}-\d\d-\d\d)?$/.test(text)

/** Whether one of these roles may listen to a topic. */
export function mayListen(roles: readonly StaffRole[], topic: StaffTopic): boolean {
  const allowed: readonly StaffRole[] = topic.startsWith('floor:') ? listeners.bookings : listeners[topic as keyof typeof listeners]
  return haveCommon(allowed, roles)
}

/** Topics that an entry of the audit log concerns, by the kind of its subject. */
const topicOfKind: Record<string, StaffTopic> = {
  facility: 'catalogue',
  holidays: 'catalogue',
  identities: 'catalogue',
  lockers: 'catalogue',
  rules: 'catalogue',
  centre: 'catalogue',
  setting: 'catalogue',
  invitation: 'staff',
  message: 'messages',
  order: 'bookings',
  booking: 'bookings',
  block: 'bookings',
  preorder: 'bookings',
  round: 'bookings',
  closure: 'bookings',
  till: 'tills',
  refund: 'refunds',
  refunds: 'refunds',
  transfers: 'refunds',
  points: 'points',
  news: 'content',
  document: 'content',
  highlight: 'content',
  report: 'tickets',
}

export function topicsOf(subjectKinds: Iterable<string>): StaffTopic[] {
  const topics = new Set<StaffTopic>(['audit', 'waiting'])
  for (const kind of subjectKinds) {
    // A member is a person at the desk, and may be staff.
    if (kind === 'member') topics.add('people').add('staff').add('points')
    else if (topicOfKind[kind]) topics.add(topicOfKind[kind])
    if (topicOfKind[kind] === 'bookings') topics.add('desk')
  }
  return [...topics]
}
