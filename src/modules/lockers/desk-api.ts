import type { Db } from '#db/connect.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { dayOf } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import { callingCsv, presentDeskPlan } from './desk-present.ts'
import { readDeskPlan } from './desk-store.ts'
import { BackInOrderBody, CallBody, DeskPlanAnswer, DeskRentalBody, DeskReturnedAnswer, OutOfOrderBody } from './desk-wire.ts'
import type { LockersDeps } from './deps.ts'
import { noteCall, returnAtDesk, setOutOfOrder, type CallRefusal, type DeskReturnRefusal, type OrderRefusal } from './serve-lockers.ts'

const returnStatus = { not_found: 404, locker_not_active: 409, own_card: 403 } as const satisfies StatusOf<DeskReturnRefusal>
const callStatus = { not_found: 404, locker_not_active: 409 } as const satisfies StatusOf<CallRefusal>
const orderStatus = {
  no_such_locker: 404,
  locker_rented: 409,
  already_out_of_order: 409,
  not_out_of_order: 409,
} as const satisfies StatusOf<OrderRefusal>

/** Lockers at the desk: the plan with who has what, calls, returns, and lockers that are out of order. */
export function lockerDeskApi(api: Api, deps: LockersDeps): void {
  readLockers(api, deps)
  serveLockers(api, deps)
}

async function planAt(db: Db, locale: Locale, now: Date) {
  const [lockers, { lockers: limits }] = [await readDeskPlan(db, now), await readLimits(db)]
  return presentDeskPlan(lockers, limits, locale, now)
}

function readLockers(api: Api, { db }: LockersDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Locker/Plan',
      summary: 'Every locker with its state, who has it, and calls to those who are over',
      access: deskRoles,
      answers: { 200: DeskPlanAnswer },
    },
    async ({ locale, now }) => reply(200, await planAt(db, locale, now)),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Locker/Calls.csv',
      summary: 'The calling list: whose locker is over, with numbers and calls',
      access: deskRoles,
      answers: { 200: 'bytes' },
    },
    async ({ locale, audit, now }) => {
      await audit(db, { action: 'lockers.exported', subject: { kind: 'lockers', id: dayOf(now) } })
      return reply(200, callingCsv(await planAt(db, locale, now), locale), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="lockers-${dayOf(now)}.csv"`,
      })
    },
  )
}

function serveLockers(api: Api, deps: LockersDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Locker/Return',
      summary: 'Take a locker back at the desk: it is free at once, and the deposit is owed back',
      access: deskRoles,
      body: DeskRentalBody,
      answers: { 200: DeskReturnedAnswer },
      refusals: returnStatus,
    },
    async ({ body, session, audit, now }) => {
      const returned = await returnAtDesk(deps, { rentalId: body.rentalId, by: session.memberId }, audit, now)
      if (!returned.ok) return returned
      deps.refundsDue()
      deps.lettersDue()
      return reply(200, returned.value)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Locker/Call',
      summary: 'Note a call about a locker and what came of it',
      access: deskRoles,
      body: CallBody,
      answers: { 204: null },
      refusals: callStatus,
    },
    async ({ body, session, audit, now }) => done(await noteCall(deps, { ...body, by: session.memberId }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Locker/OutOfOrder',
      summary: 'Take an empty locker out of order',
      access: deskRoles,
      body: OutOfOrderBody,
      answers: { 204: null },
      refusals: orderStatus,
    },
    async ({ body, session, audit, now }) => done(await setOutOfOrder(deps, { ...body, by: session.memberId, isBroken: true }, audit, now)),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Locker/BackInOrder',
      summary: 'Put a locker back into order',
      access: deskRoles,
      body: BackInOrderBody,
      answers: { 204: null },
      refusals: orderStatus,
    },
    async ({ body, session, audit, now }) =>
      done(await setOutOfOrder(deps, { ...body, why: '', by: session.memberId, isBroken: false }, audit, now)),
  )
}
