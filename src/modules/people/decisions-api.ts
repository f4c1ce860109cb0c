import type { After } from '#modules/after.ts'
import { done, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import { changeIdentity, confirmMobile, type ConfirmMobileRefusal, type IdentityRefusal } from '#modules/accounts/change-identity.ts'
import type { ClaimDeps } from '#modules/accounts/deps.ts'
import { givePoint, type GiveRefusal } from '#modules/violations/give-points.ts'
import { liftMember, suspendMember, type LiftRefusal, type SuspendRefusal } from '#modules/violations/suspend-member.ts'
import { withdrawPoint, type WithdrawRefusal } from '#modules/violations/withdraw-many.ts'
import { ConfirmMobileBody, GivePointBody, IdentityBody, LiftBody, SuspendBody, WithdrawBody } from './wire.ts'

const giveStatus = { not_found: 404, own_card: 403, point_given: 409 } as const satisfies StatusOf<GiveRefusal>
const withdrawStatus = { point_removed: 409, own_card: 403 } as const satisfies StatusOf<WithdrawRefusal>
const suspendStatus = {
  not_found: 404,
  own_card: 403,
  never_suspended: 409,
  already_suspended: 409,
} as const satisfies StatusOf<SuspendRefusal>
const liftStatus = { own_card: 403, suspension_over: 409 } as const satisfies StatusOf<LiftRefusal>
const identityStatus = {
  not_found: 404,
  own_card: 403,
  no_such_identity: 422,
  identity_for_communities: 422,
} as const satisfies StatusOf<IdentityRefusal>

const mobileStatus = {
  not_found: 404,
  own_card: 403,
  changed_meanwhile: 409,
  mobile_taken: 409,
} as const satisfies StatusOf<ConfirmMobileRefusal>

export type DecisionsDeps = ClaimDeps & Pick<After, 'lettersDue'>

/** Decisions about a person: points, suspensions and the identity. Nobody decides about themselves. */
export function personDecisionsApi(api: Api, deps: DecisionsDeps): void {
  const { db, lettersDue } = deps
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Point/Give',
      summary: 'Give a violation point for an order, with a reason; enough points suspend',
      access: managerRoles,
      body: GivePointBody,
      answers: { 204: null },
      refusals: giveStatus,
    },
    async ({ body: { id, ...given }, session, audit, now }) => {
      const result = await givePoint(db, { ...given, memberId: id, by: session.memberId }, audit, now)
      if (result.ok) lettersDue()
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Point/Withdraw',
      summary: 'Withdraw a violation point with a reason; a suspension with too few points left is lifted',
      access: managerRoles,
      body: WithdrawBody,
      answers: { 204: null },
      refusals: withdrawStatus,
    },
    async ({ body, session, audit, now }) => {
      const result = await withdrawPoint(db, { ...body, by: session.memberId }, audit, now)
      if (result.ok) lettersDue()
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Suspend',
      summary: 'Suspend somebody from booking for some days, with a reason',
      access: managerRoles,
      body: SuspendBody,
      answers: { 204: null },
      refusals: suspendStatus,
    },
    async ({ body: { id, ...suspension }, session, audit, now }) => {
      const result = await suspendMember(db, { ...suspension, memberId: id, by: session.memberId }, audit, now)
      if (result.ok) lettersDue()
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Lift',
      summary: 'Lift a suspension, with a reason',
      access: managerRoles,
      body: LiftBody,
      answers: { 204: null },
      refusals: liftStatus,
    },
    async ({ body, session, audit, now }) => {
      const result = await liftMember(db, { ...body, by: session.memberId }, audit, now)
      if (result.ok) lettersDue()
      return done(result)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Identity',
      summary: 'Change somebody’s identity; where it needs a proof, the desk has seen it',
      access: deskRoles,
      body: IdentityBody,
      answers: { 204: null },
      refusals: identityStatus,
    },
    async ({ body: { id, identityId }, session, audit, now }) =>
      done(await changeIdentity(deps, { memberId: id, identityId, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Person/Mobile/Confirm',
      summary: 'Confirm the mobile of a member who is at the desk with it, where no code could be sent',
      access: deskRoles,
      body: ConfirmMobileBody,
      answers: { 204: null },
      refusals: mobileStatus,
    },
    async ({ body: { id, mobile }, session, audit, now }) =>
      done(await confirmMobile(deps, { memberId: id, mobile, by: session.memberId }, audit, now)),
  )
}
