import type { DbOrTrx } from '#db/connect.ts'
import type { z } from 'zod'
import { noteFailure } from '#lib/failures.ts'
import { bindAudit, type WriteAudit } from './audit.ts'
import type { Log } from './log.ts'
import type { Session } from './session.ts'
import { clubDeed } from './wire.ts'

export type ClubDeed = z.infer<typeof clubDeed>
export const clubDeeds = clubDeed.options

/**
 * Every call that somebody may make for a club and that is no GET: by what name the audit log has it, with the person who made it. Null: it
 * changes nothing, it saves what is typed, or it writes its own row.
 */
export const deedOf: Readonly<Record<string, ClubDeed | null>> = {
  'POST /api/AccountMember/Act': null,
  'POST /api/AccountMember/Logout': null,
  'POST /api/AccountMember/Community': 'acted',
  'POST /api/Club/Invitation': null,
  'POST /api/Club/Invitation/Withdraw': 'acted',
  'POST /api/Club/Invitation/Accept': null,
  'POST /api/Club/People/Role': null,
  'POST /api/Club/People/Remove': null,
  'POST /api/Club/Leave': null,
  'POST /api/Club/Handover': 'acted',
  'DELETE /api/Club/Handover': 'acted',
  'POST /api/Club/Handover/Answer': null,
  'POST /api/Upload': null,
  'POST /api/Order/List': null,
  'POST /api/Order/Member': 'booked',
  'PUT /api/Order': 'changed',
  'PUT /api/Order/Players': 'changed',
  'POST /api/Order/Booking/{id}/Move': 'moved',
  'POST /api/Order/Offer/{id}': 'moved',
  'POST /api/Payment/Start': 'went_to_pay',
  'POST /api/Order/Refund': 'given_up',
  'POST /api/Order/Refund2': 'given_up',
  'POST /api/Order/Refund/Retry': 'account_named',
  'POST /api/Order/Refund/Account': 'account_named',
  'POST /api/Order/Refund/Check': null,
  'POST /api/Order/Refund/List': null,
  'PUT /api/Invoice/Buyer': 'acted',
  'POST /api/PreOrder/Community': 'booked',
  'PUT /api/PreOrder/Community': 'changed',
  'POST /api/PreOrder/Community/Check': null,
  'PUT /api/PreOrder/Community/Draft': null,
  'PUT /api/PreOrder/Community/Documents': 'changed',
  'POST /api/PreOrder/CommunityAndUser/Docs': null,
  'POST /api/PreOrder/Community/Cancel': 'given_up',
  'POST /api/PreOrder/Community/GiveBack': 'given_up',
  'PUT /api/Ballot/Community/Entry': 'acted',
  'POST /api/Ballot/Community/Withdraw': 'acted',
  'POST /api/Ballot/Community/Offer': 'acted',
  'POST /api/Calendar/Feed': 'acted',
  'DELETE /api/Calendar/Feed': 'acted',
  'POST /api/Violation/Appeal': 'acted',
  'POST /api/Wish': 'acted',
  'POST /api/Wish/Accept': 'booked',
  'POST /api/Wish/Withdraw': 'acted',
  'POST /api/Locker/Rent': 'booked',
  'POST /api/Locker/Renew': 'booked',
  'POST /api/Locker/Return': 'acted',
  'POST /api/Star': 'acted',
  'PUT /api/Venues/Favourite': null,
}

/**
 * What a handler says of its deed where neither what is sent nor what is answered has it: the order, and another name. `isAgain`: the
 * request came a second time and did nothing.
 */
export type SaidOfDeed = { orderNo?: string | undefined; deed?: ClubDeed; isAgain?: boolean }
export type NameDeed = (said: SaidOfDeed) => void

/** What the audit row is about: the order or pre-order whose number stands in the request or the answer; otherwise the club. */
function subjectOf(clubId: string, said: readonly unknown[]): { kind: string; id: string } {
  for (const one of said) {
    const { orderNo } = (one ?? {}) as { orderNo?: unknown }
    if (typeof orderNo === 'string') return { kind: orderNo.startsWith('P') ? 'preorder' : 'order', id: orderNo }
  }
  return { kind: 'member', id: clubId }
}

type From = Parameters<typeof bindAudit>[2]
type Writing = { writeAudit: WriteAudit; db?: DbOrTrx; log: Log }
type Done = { session: Session | undefined; call: string; from: From; said: readonly unknown[]; named: SaidOfDeed }

/**
 * Writes down who did something for a club that is not they themselves, once it is done. The deed stands even if this fails: who pressed is
 * then missing in the log, and the failure is noted.
 */
export async function noteClubDeed({ writeAudit, db, log }: Writing, { session, call, from, said, named }: Done): Promise<void> {
  const deed = deedOf[call] && (named.deed ?? deedOf[call])
  if (!session?.clubRole || session.memberId === session.personId || !deed || !db || named.isAgain) return
  const audit = bindAudit(writeAudit, session, from, call)
  try {
    await audit(db, { action: `club.${deed}`, subject: subjectOf(session.memberId, [named, ...said]), after: { member: session.memberId } })
  } catch (error) {
    noteFailure(log, 'request', error, 'who did something for a club was not written down', { requestId: from.requestId, call })
  }
}
