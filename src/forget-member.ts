import type { Trx } from './db/connect.ts'
import type { LeavingMember } from './modules/accounts/deps.ts'
import { forgetInAttendance } from './modules/attendance/feed-store.ts'
import { forgetInBallots } from './modules/ballots/forget-store.ts'
import { forgetInFeedback } from './modules/feedback/forget-store.ts'
import { forgetInLockers } from './modules/lockers/desk-store.ts'
import { forgetInInsight } from './modules/insight/forget-store.ts'
import { forgetInOrders } from './modules/orders/forget-store.ts'
import { forgetInPeople } from './modules/people/forget-store.ts'
import { forgetInPreOrders } from './modules/preorders/forget-store.ts'
import { forgetInRefunds } from './modules/refunds/forget-store.ts'
import { forgetInInvitations } from './modules/staff/store.ts'
import { forgetInViolations } from './modules/violations/forget-store.ts'
import { forgetInWaiting } from './modules/waiting/forget-store.ts'

const forgetting = [
  forgetInInvitations,
  forgetInOrders,
  forgetInAttendance,
  forgetInPreOrders,
  forgetInBallots,
  forgetInRefunds,
  forgetInLockers,
  forgetInViolations,
  forgetInWaiting,
  forgetInFeedback,
  forgetInPeople,
  forgetInInsight,
]

/** Deletes or anonymises a member's data in each module when the account is closed: see docs/privacy.md. */
export async function forgetMember(trx: Trx, leaving: LeavingMember, now: Date): Promise<void> {
  for (const forget of forgetting) await forget(trx, leaving, now)
}
