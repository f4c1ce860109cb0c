import type { z } from 'zod'
import { clubRole } from './wire.ts'

/**
 * What somebody may do for a club. The owner does everything, a booker books, moves, gives up and comes, a treasurer sees to money, papers
 * and where it goes back to. All of them pay: who books has fifteen minutes for it.
 */
export type ClubRole = z.infer<typeof clubRole>

export const clubRoles = clubRole.options
const all = clubRoles
const booking = ['owner', 'booker'] as const
const money = ['owner', 'treasurer'] as const
const owner = ['owner'] as const

/**
 * Every call of members and communities: which roles of a club may make it. `self` and `login` are about the account of who has logged in,
 * and not open while they act for a club. A club that logs in by its own row makes calls of `self` as its owner only: it has one account
 * with the club. Those of `login`, about secrets and sessions, it makes in any role. What is missing here is refused to everybody who acts
 * for a club.
 */
export const clubCalls: Readonly<Record<string, readonly ClubRole[] | 'self' | 'login'>> = {
  'GET /api/AccountMember': all,
  'POST /api/AccountMember/Act': all,
  'POST /api/AccountMember/Logout': all,
  'PUT /api/AccountMember': 'self',
  'POST /api/AccountMember/Community': owner,
  'POST /api/AccountMember/Close': 'self',
  'GET /api/AccountMember/Export': 'self',
  'POST /api/AccountMember/UpdatePKey': 'login',
  'DELETE /api/AccountMember/PKey': 'login',
  'GET /api/AccountMember/Session/List': 'login',
  'DELETE /api/AccountMember/Session/{id}': 'login',
  'POST /api/AccountMember/Session/EndAll': 'login',
  'GET /api/AccountMember/LoginWay/List': 'login',
  'POST /api/AccountMember/LoginWay/{way}/Link': 'login',
  'DELETE /api/AccountMember/LoginWay/{id}': 'login',
  'GET /api/AccountMember/SecondFactor': 'login',
  'POST /api/AccountMember/SecondFactor/Secret': 'login',
  'POST /api/AccountMember/SecondFactor/PasskeyOptions': 'login',
  'POST /api/AccountMember/SecondFactor/Passkey': 'login',
  'POST /api/AccountMember/SecondFactor/Code': 'login',
  'POST /api/AccountMember/SecondFactor/RecoveryCode': 'login',
  'POST /api/AccountMember/Authenticator/Setup': 'login',
  'POST /api/AccountMember/Authenticator': 'login',
  'DELETE /api/AccountMember/Authenticator': 'login',
  'POST /api/AccountMember/RecoveryCodes': 'login',
  'POST /api/AccountMember/Passkey/Options': 'login',
  'POST /api/AccountMember/Passkey': 'login',
  'PUT /api/AccountMember/Passkey/{id}': 'login',
  'DELETE /api/AccountMember/Passkey/{id}': 'login',
  'GET /api/Club/People': all,
  'POST /api/Club/Invitation': owner,
  'POST /api/Club/Invitation/Withdraw': owner,
  'POST /api/Club/Invitation/Accept': all,
  'POST /api/Club/People/Role': owner,
  'POST /api/Club/People/Remove': owner,
  'POST /api/Club/Leave': all,
  'POST /api/Club/Handover': owner,
  'DELETE /api/Club/Handover': owner,
  'POST /api/Club/Handover/Answer': all,
  'POST /api/Upload': all,
  'GET /api/Order/Member/Allowance': all,
  'POST /api/Order/List': all,
  'GET /api/Order/Upcoming': all,
  'GET /api/Order/{id}': all,
  'GET /api/Order/Calendar/{id}': all,
  'GET /api/Order/Ticket/{id}': all,
  'GET /api/Order/Booking/{id}/Move': all,
  'GET /api/Order/Again': all,
  'GET /api/Order/Offer/List': all,
  'POST /api/Order/Member': booking,
  'PUT /api/Order': booking,
  'PUT /api/Order/Players': booking,
  'POST /api/Order/Booking/{id}/Move': booking,
  'POST /api/Order/Offer/{id}': booking,
  'POST /api/Payment/Start': all,
  'GET /api/Payment/Ways': all,
  'GET /api/Payment/Result': all,
  'POST /api/Order/Refund': booking,
  'POST /api/Order/Refund2': owner,
  'POST /api/Order/Refund/Retry': money,
  'POST /api/Order/Refund/Account': money,
  'POST /api/Order/Refund/Check': all,
  'POST /api/Order/Refund/List': all,
  'GET /api/Order/Refund/{id}': all,
  'GET /api/Invoice/Buyer': money,
  'PUT /api/Invoice/Buyer': money,
  'GET /api/Invoice/List': money,
  'GET /api/Paper/Invoice/{id}': money,
  'GET /api/Paper/Order/{id}': all,
  'GET /api/Paper/Ticket/{id}': all,
  'GET /api/Paper/Refund/{id}': all,
  'GET /api/Paper/Season/{id}': all,
  'GET /api/PreOrder/Community/Round': all,
  'GET /api/PreOrder/Community/Schedule': all,
  'GET /api/PreOrder/Community/List/Order': all,
  'GET /api/PreOrder/Community/Detail': all,
  'GET /api/PreOrder/Community/Fairness': all,
  'GET /api/PreOrder/CommunityAndUser/List/1st': all,
  'GET /api/PreOrder/CommunityAndUser/List/2nd': all,
  'GET /api/PreOrder/CommunityAndUser/List/3rd': all,
  'POST /api/PreOrder/Community': booking,
  'PUT /api/PreOrder/Community': booking,
  'POST /api/PreOrder/Community/Check': booking,
  'PUT /api/PreOrder/Community/Draft': booking,
  'PUT /api/PreOrder/Community/Documents': booking,
  'POST /api/PreOrder/CommunityAndUser/Docs': booking,
  'POST /api/PreOrder/Community/Cancel': booking,
  'POST /api/PreOrder/Community/GiveBack': booking,
  'GET /api/Ballot/Community/List': all,
  'GET /api/Ballot/Community/Entry': all,
  'PUT /api/Ballot/Community/Entry': booking,
  'POST /api/Ballot/Community/Withdraw': booking,
  'POST /api/Ballot/Community/Offer': booking,
  'GET /api/Calendar/Feed': all,
  'GET /api/Violation/List': all,
  'GET /api/Wish/List': all,
  'GET /api/Locker/Mine': all,
  'GET /api/Report/List': all,
  'GET /api/Report/{id}': all,
  'GET /api/Star/List': all,
  'GET /api/Venues/Favourite': all,
  'POST /api/Calendar/Feed': booking,
  'DELETE /api/Calendar/Feed': booking,
  'POST /api/Violation/Appeal': booking,
  'POST /api/Wish': booking,
  'POST /api/Wish/Accept': booking,
  'POST /api/Wish/Withdraw': booking,
  'POST /api/Locker/Rent': booking,
  'POST /api/Locker/Renew': booking,
  'POST /api/Locker/Return': booking,
  'POST /api/Star': booking,
  'PUT /api/Venues/Favourite': booking,
}

/** Calls that are for other roles of the club: pages do not offer them. */
export const callsNotFor = (role: ClubRole): string[] =>
  Object.entries(clubCalls).flatMap(([call, rule]) =>
    Array.isArray(rule) && !rule.includes(role) && !call.startsWith('GET ') ? [call] : [],
  )

/** Whether the account is a person's own, with all that it keeps about them: not while they act for a club, nor for a club's own login that another person owns. */
export const isOwnAccount = (session: { memberId: string; personId: string; clubRole: ClubRole | null }): boolean =>
  session.memberId === session.personId && (session.clubRole === null || session.clubRole === 'owner')

/** Why a call is not for somebody with this role in a club; undefined: it is. `isOwnLogin`: the club logs in by its own row. */
export function whyNotForClub(call: string, role: ClubRole, isOwnLogin: boolean): 'acting_for_club' | 'club_role' | undefined {
  const rule = clubCalls[call]
  if (rule !== 'self' && rule !== 'login') return rule?.includes(role) ? undefined : 'club_role'
  if (!isOwnLogin) return 'acting_for_club'
  return rule === 'login' || role === 'owner' ? undefined : 'club_role'
}
