import type { Api } from '#http/call.ts'
import { deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { placeAsAsked, placeStatus, type OrdersDeps } from './placing-api.ts'
import { findRecipient } from './read-store.ts'
import { PlacedAnswer, StaffPlaceBody } from './wire.ts'

/** Orders that staff place for members. */
export function ordersStaffApi(api: Api, deps: OrdersDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Order',
      summary: 'Place an order for a member: no limit of hours; needs the header Idempotency-Key',
      access: deskRoles,
      body: StaffPlaceBody,
      answers: { 201: PlacedAnswer },
      refusals: placeStatus,
    },
    async ({ body, session, audit, ...caller }) => {
      const member = await findRecipient(deps.db, body.emailOrAccount, caller.now)
      if (!member) return refuse<{ code: keyof typeof placeStatus }>({ code: 'no_such_member' })
      return placeAsAsked(deps, { ...member, placedBy: session.memberId }, body, caller, audit)
    },
  )
}
