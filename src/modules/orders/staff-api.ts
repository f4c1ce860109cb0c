import type { After } from '#modules/after.ts'
import type { Api } from '#http/call.ts'
import { deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import type { FollowMove } from './move-item.ts'
import { movingApi } from './moving-api.ts'
import { placeAsAsked, placeStatus, type OrdersDeps } from './placing-api.ts'
import { findRecipient } from './read-store.ts'
import { PlacedAnswer, StaffPlaceBody } from './wire.ts'

type StaffOrdersDeps = OrdersDeps & Pick<After, 'floorChanged'> & { followMove: FollowMove }

const staffPlaceStatus = { ...placeStatus, own_card: 403 } as const

/** Orders that staff place for members, and bookings that staff move. */
export function ordersStaffApi(api: Api, deps: StaffOrdersDeps): void {
  movingApi(api, deps)
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Order',
      summary: 'Place an order for a member: no limit of hours; needs the header Idempotency-Key',
      access: deskRoles,
      body: StaffPlaceBody,
      answers: { 201: PlacedAnswer },
      refusals: staffPlaceStatus,
    },
    async ({ body, session, audit, ...caller }) => {
      const member = await findRecipient(deps.db, body.emailOrAccount, caller.now)
      if (!member) return refuse<{ code: keyof typeof staffPlaceStatus }>({ code: 'no_such_member' })
      if (await isOneself(deps.db, member.memberId, session.memberId))
        return refuse<{ code: keyof typeof staffPlaceStatus }>({ code: 'own_card' })
      return placeAsAsked(deps, { ...member, placedBy: session.memberId }, body, caller, audit)
    },
  )
}
