import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import { isLateCancel } from '#modules/refunds/rules.ts'
import type { Limits } from '#modules/settings/rules.ts'
import { readLimits, readNeverSuspended } from '#modules/settings/store.ts'
import { acceptOpenAppeal } from './appeal-store.ts'
import {
  countPoints,
  fillSuspension,
  findPointByCause,
  findStaffPoint,
  givePointsTo,
  hasMissedItem,
  insertPoints,
  insertStaffPoint,
  lockPoints,
  notePoints,
  removePoint,
  type Removal,
} from './store.ts'
import { causeOf, daysWithPoint, type PointCause } from './rules.ts'
import { liftIfTooFew, suspendWhoHasEnough } from './suspend-member.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { mergeSuspensions } from '#modules/accounts/tell-of-merge.ts'
import { randomUUID } from 'node:crypto'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { findOrderOf } from './read-store.ts'

/** Gives points in the transaction of their cause. A cause gives a point once. */
export async function givePoints(trx: Trx, causes: PointCause[], now: Date): Promise<void> {
  if (causes.length === 0) return
  const { violations } = await readLimits(trx)
  await lockPoints(
    trx,
    causes.map(({ memberId }) => memberId),
  )
  const given = await insertPoints(trx, causes, violations.pointDays, now)
  await notePoints(
    trx,
    given.map((point) => ({ kind: 'given', ...point })),
    now,
  )
  await judgeMembers(
    trx,
    given.map(({ memberId }) => memberId),
    violations,
    now,
  )
}

/** Suspends those of the members who have enough points now, but no shared account. The caller holds the locks of their points. */
async function judgeMembers(trx: Trx, memberIds: string[], violations: Limits['violations'], now: Date): Promise<void> {
  const spared = await readNeverSuspended(trx)
  const judged = [...new Set(memberIds)].filter((memberId) => !spared.includes(memberId))
  if (judged.length > 0) await suspendWhoHasEnough(trx, judged, violations, now)
}

export async function givePointsForMissed(trx: Trx, missed: { memberId: string; orderId: string; day: Day }[], now: Date): Promise<void> {
  if (missed.length === 0 || !(await readLimits(trx)).violations.forNoShow) return
  await givePoints(
    trx,
    missed.map(({ memberId, orderId, day }) => ({ kind: 'no-show', memberId, orderId, day })),
    now,
  )
}

type Expired = { memberId: string; orderId: string; couldPay: boolean; fromWaitingList: boolean; isGuest: boolean }

/**
 * Offers of the waiting list give none, and the others only where the service was up to
 * take the payment. A guest has no account in which to see a point or to appeal.
 */
export async function givePointsForExpired(trx: Trx, expired: Expired[], now: Date): Promise<void> {
  const causes = expired.flatMap(({ memberId, orderId, couldPay, fromWaitingList, isGuest }) =>
    couldPay && !fromWaitingList && !isGuest ? [{ kind: 'expired' as const, memberId, orderId, day: null }] : [],
  )
  if (causes.length === 0 || !(await readLimits(trx)).violations.forExpired) return
  await givePoints(trx, causes, now)
}

/** Points for late cancellations by the member; never for those by the venue. */
export async function givePointsForLateCancel(
  trx: Trx,
  { memberId, orderId, items }: { memberId: string; orderId: string; items: { start: Date; day: Day }[] },
  now: Date,
): Promise<void> {
  const { lateCancelHours } = (await readLimits(trx)).violations
  const days = daysWithPoint(items.filter(({ start }) => isLateCancel(start, lateCancelHours, now)))
  await givePoints(
    trx,
    days.map((day) => ({ kind: 'late-cancel', memberId, orderId, day })),
    now,
  )
}

/** How many points cancelling bookings of this order at this moment gave, without those that were removed since. */
export const countLateCancelPoints = (db: DbOrTrx, orderId: string, at: Date): Promise<number> =>
  countPoints(db, { kind: 'late-cancel', orderId, at })

/** True when the expired order gave its member a point. */
export const hasPointForExpired = async (db: DbOrTrx, orderId: string): Promise<boolean> =>
  (await findPointByCause(db, causeOfExpired(orderId))) !== undefined

const causeOfExpired = (orderId: string): string => causeOf({ kind: 'expired', orderId, memberId: '', day: null })

/** Removes the point of an expired order that a late payment confirmed. */
export async function withdrawPointOfExpired(trx: Trx, orderId: string, now: Date): Promise<void> {
  const point = await findPointByCause(trx, causeOfExpired(orderId))
  if (!point) return
  await lockPoints(trx, [point.memberId])
  await takePointAway(trx, point.id, { removal: 'paid-after-all', by: null }, now)
}

/** Removes the point of a no-show who came after all, and tells them, unless the order missed something else on that day. */
export async function withdrawPointOfMissed(
  trx: Trx,
  { memberId, orderId, day, by }: { memberId: string; orderId: string; day: Day; by: string },
  now: Date,
): Promise<void> {
  if (await hasMissedItem(trx, orderId, day)) return
  const point = await findPointByCause(trx, causeOf({ kind: 'no-show', memberId, orderId, day }))
  if (!point) return
  await lockPoints(trx, [memberId])
  const { lifted } = await takePointAway(trx, point.id, { removal: 'came-after-all', by }, now)
  await notePoints(trx, [{ kind: 'withdrawn', violationId: point.id, lifted, memberId }], now)
}

/** The caller holds the lock on the member's points. Answers whether this lifted a suspension. */
export async function takePointAway(trx: Trx, id: string, removal: Removal, now: Date): Promise<{ lifted: boolean }> {
  const removed = await removePoint(trx, id, removal, now)
  if (removed) await acceptOpenAppeal(trx, id, removal.by, now)
  if (!removed?.suspensionId) return { lifted: false }
  await fillSuspension(trx, removed.suspensionId, now)
  return { lifted: await liftIfTooFew(trx, removed.suspensionId, removal.by, now) }
}

/**
 * Gives a double's points and suspensions to the kept member. Points of both count together from now on, and suspend as they
 * would have in one account.
 */
export async function mergeInViolations(trx: Trx, { from, into }: Merging, now: Date): Promise<void> {
  await lockPoints(trx, [from, into])
  const joined = await mergeSuspensions(trx, { from, into }, now)
  await givePointsTo(trx, { from, into }, joined)
  if ((await readNeverSuspended(trx)).includes(into)) return
  await suspendWhoHasEnough(trx, [into], (await readLimits(trx)).violations, now)
}

type StaffPoint = { memberId: string; orderNo: string; reason: string; by: string }
export type GiveRefusal = { code: 'not_found' } | { code: 'own_card' } | { code: 'point_given' }

/**
 * Staff give a point for one of the member's orders. An order has one such point on a day: the same request again answers as
 * the first time, and a colleague's is refused.
 */
export async function givePoint(
  db: Db,
  { memberId, orderNo, reason, by }: StaffPoint,
  audit: Audit,
  now: Date,
): Promise<Result<void, GiveRefusal>> {
  if (await isOneself(db, memberId, by)) return refuse({ code: 'own_card' })
  return inTransaction<void, GiveRefusal>(db, async (trx) => {
    const orderId = await findOrderOf(trx, memberId, orderNo)
    if (orderId === undefined) return refuse({ code: 'not_found' })
    const { violations } = await readLimits(trx)
    await lockPoints(trx, [memberId])
    const point = { id: randomUUID(), memberId, orderId, day: dayOf(now), reason, by }
    if (!(await insertStaffPoint(trx, point, violations.pointDays, now))) {
      const before = await findStaffPoint(trx, orderId, point.day)
      return before?.by === by && before.reason === reason ? ok(undefined) : refuse({ code: 'point_given' })
    }
    await notePoints(trx, [{ kind: 'given', violationId: point.id, memberId }], now)
    await judgeMembers(trx, [memberId], violations, now)
    await audit(trx, { action: 'point.given', subject: { kind: 'member', id: memberId }, after: { orderNo }, note: reason })
    return ok(undefined)
  })
}
