import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { clearLocker, returnLocker, type ClearRefusal, type ReturnRefusal } from './return-locker.ts'
import { lockerDeskApi } from './desk-api.ts'
import type { LockersDeps } from './deps.ts'
import { presentForStaff, presentPlan, presentRental } from './present.ts'
import { listHeld, readMine } from './read-lockers.ts'
import { readPlan } from './read-store.ts'
import { renewLocker, rentLocker, type RenewalRefusal, type RentRefusal } from './rent-locker.ts'
import type { Ordered } from './store.ts'
import {
  MineAnswer,
  OrderedAnswer,
  PlanAnswer,
  RenewBody,
  RentalBody,
  RentBody,
  ReturnedAnswer,
  StaffLockerAnswer,
  StaffLockerQuery,
} from './wire.ts'

const rentStatus = {
  ...keyStatus,
  no_such_locker: 404,
  no_such_term: 422,
  locker_taken: 409,
  one_locker_each: 409,
  no_such_member: 404,
  cannot_be_paid: 409,
} as const satisfies StatusOf<RentRefusal>
const renewStatus = {
  ...keyStatus,
  not_found: 404,
  no_such_term: 422,
  no_such_member: 404,
  locker_not_active: 409,
  locker_overdue: 409,
  renew_too_early: 409,
  renewal_waiting: 409,
  cannot_be_paid: 409,
} as const satisfies StatusOf<RenewalRefusal>
const returnStatus = { not_found: 404, locker_not_active: 409 } as const satisfies StatusOf<ReturnRefusal>
const clearStatus = { not_found: 404, locker_not_active: 409, clear_too_early: 409 } as const satisfies StatusOf<ClearRefusal>

const presentOrdered = ({ orderNo, amount, payBefore }: Ordered) => ({ orderNo, amount, payBefore: payBefore.toISOString() })

/** Moments in the reader's language. */
function inWords<R extends { code: string; from?: Date }>(refusal: R, locale: Locale): { code: R['code'] } {
  return refusal.from ? { ...refusal, from: refusal.from.toISOString(), fromText: formatMoment(refusal.from, locale) } : refusal
}

export function lockersApi(api: Api, deps: LockersDeps): void {
  lockerDeskApi(api, deps)
  const { db, refundsDue, lettersDue } = deps

  api.add(
    {
      method: 'get',
      path: '/api/Locker/Plan',
      summary: 'A28 Where lockers stand, which are free, and what they cost',
      access: 'public',
      answers: { 200: PlanAnswer },
    },
    async ({ session, locale, now }) => {
      const { payDays, renewDays, clearDays } = (await readLimits(db)).lockers
      const plan = presentPlan(await readPlan(db, session?.memberId ?? null, now), locale)
      return reply(200, { ...plan, payDays, renewDays, clearDays, serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Locker/Mine',
      summary: 'A28 The member’s locker, and those of before',
      access: 'member',
      answers: { 200: MineAnswer },
    },
    async ({ session, locale, now }) => {
      const rentals = (await readMine(db, session.memberId, now)).map((rental) => presentRental(rental, locale))
      const isCurrent = ({ status }: (typeof rentals)[number]) => status !== 'returned' && status !== 'lapsed' && status !== 'cleared'
      const current = rentals.find(isCurrent) ?? null
      return reply(200, { current, past: rentals.filter((one) => !isCurrent(one)), serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Locker/Rent',
      summary: 'Reserve a locker until its order is paid; needs the header Idempotency-Key',
      access: 'member',
      body: RentBody,
      answers: { 201: OrderedAnswer },
      refusals: rentStatus,
    },
    async ({ body, session, request, nameDeed, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof rentStatus }>(key.refusal)
      const rented = await rentLocker(deps, { memberId: session.memberId, ...body, idempotencyKey: key.value }, now)
      if (!rented.ok) return refuse<{ code: keyof typeof rentStatus }>(rented.refusal)
      nameDeed({ isAgain: rented.value.again })
      lettersDue()
      return reply(201, presentOrdered(rented.value))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Locker/Renew',
      summary: 'Order the next term, in the last days of the one that runs; needs the header Idempotency-Key',
      access: 'member',
      body: RenewBody,
      answers: { 201: OrderedAnswer },
      refusals: renewStatus,
    },
    async ({ body, session, request, nameDeed, locale, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof renewStatus }>(key.refusal)
      const renewed = await renewLocker(deps, { memberId: session.memberId, ...body, idempotencyKey: key.value }, now)
      if (!renewed.ok) return refuse<{ code: keyof typeof renewStatus }>(inWords(renewed.refusal, locale))
      nameDeed({ isAgain: renewed.value.again })
      lettersDue()
      return reply(201, presentOrdered(renewed.value))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Locker/Return',
      summary: 'The locker is empty: it is free at once, and the deposit is owed back',
      access: 'member',
      body: RentalBody,
      answers: { 200: ReturnedAnswer },
      refusals: returnStatus,
    },
    async ({ body, session, now }) => {
      const returned = await returnLocker(deps, { memberId: session.memberId, rentalId: body.rentalId }, now)
      if (!returned.ok) return returned
      refundsDue()
      lettersDue()
      return reply(200, returned.value)
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Locker/List',
      summary: 'Lockers that are held, the longest over first',
      access: deskRoles,
      query: StaffLockerQuery,
      answers: { 200: StaffLockerAnswer },
    },
    async ({ query: { status, page, pageSize }, locale, now }) => {
      const { rentals, total } = await listHeld(db, { status, page, pageSize }, now)
      return reply(200, { items: rentals.map((rental) => presentForStaff(rental, locale)), total, page, pageSize })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Locker/Clear',
      summary: 'A locker was emptied long after its time; the deposit is kept',
      access: deskRoles,
      body: RentalBody,
      answers: { 204: null },
      refusals: clearStatus,
    },
    async ({ body, session, audit, locale, now }) => {
      const cleared = await clearLocker(deps, { rentalId: body.rentalId, by: session.memberId }, audit, now)
      if (!cleared.ok) return refuse<{ code: keyof typeof clearStatus }>(inWords(cleared.refusal, locale))
      lettersDue()
      return reply(204)
    },
  )
}
