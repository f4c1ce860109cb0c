import type { Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { readLimits, readNeverSuspended } from '#modules/settings/store.ts'
import { causeOf, type PointCause } from './rules.ts'
import {
  fillSuspension,
  findPointByCause,
  insertPoints,
  liftIfTooFew,
  lockStanding,
  removePoint,
  suspendWhoHasEnough,
  type Removal,
} from './store.ts'

/** In the transaction of what they are given for. A cause that is known gives nothing more. */
export async function givePoints(trx: Trx, causes: PointCause[], now: Date): Promise<void> {
  if (causes.length === 0) return
  const { violations } = await readLimits(trx)
  await lockStanding(
    trx,
    causes.map(({ memberId }) => memberId),
  )
  const given = await insertPoints(trx, causes, violations.pointDays, now)
  const spared = await readNeverSuspended(trx)
  const judged = given.filter((memberId) => !spared.includes(memberId))
  if (judged.length > 0) await suspendWhoHasEnough(trx, judged, violations, now)
}

export const givePointsForMissed = (trx: Trx, missed: { memberId: string; orderId: string; day: Day }[], now: Date): Promise<void> =>
  givePoints(
    trx,
    missed.map(({ memberId, orderId, day }) => ({ kind: 'no-show', memberId, orderId, day })),
    now,
  )

type Expired = { memberId: string; orderId: string; kind: string; couldPay: boolean }

/** A locker that nobody pays for is nobody's loss: only bookings give points, and only where somebody could have paid. */
export const givePointsForExpired = (trx: Trx, expired: Expired[], now: Date): Promise<void> =>
  givePoints(
    trx,
    expired.flatMap(({ memberId, orderId, kind, couldPay }) =>
      kind !== 'locker' && couldPay ? [{ kind: 'expired' as const, memberId, orderId, day: null }] : [],
    ),
    now,
  )

/** What a member gives back shortly before. What the venue takes away itself never comes here. */
export async function givePointsForLateCancel(
  trx: Trx,
  { memberId, orderId, items }: { memberId: string; orderId: string; items: { start: Date; day: Day }[] },
  now: Date,
): Promise<void> {
  const { lateCancelHours } = (await readLimits(trx)).violations
  const late = items.filter(({ start }) => start.getTime() - now.getTime() < lateCancelHours * 3_600_000)
  const days = [...new Set(late.map(({ day }) => day))]
  await givePoints(
    trx,
    days.map((day) => ({ kind: 'late-cancel', memberId, orderId, day })),
    now,
  )
}

/** The money came after all, late, and made a booking of it: nothing was lost. */
export async function withdrawPointOfExpired(trx: Trx, orderId: string, now: Date): Promise<void> {
  const point = await findPointByCause(trx, causeOf({ kind: 'expired', orderId, memberId: '', day: null }))
  if (!point) return
  await lockStanding(trx, [point.memberId])
  await takePointAway(trx, point.id, { removal: 'paid-after-all', by: null }, now)
}

/** Whoever calls holds the lock of the member. Answers whether a suspension was lifted by it. */
export async function takePointAway(trx: Trx, id: string, removal: Removal, now: Date): Promise<{ lifted: boolean }> {
  const removed = await removePoint(trx, id, removal, now)
  if (!removed?.suspensionId) return { lifted: false }
  await fillSuspension(trx, removed.suspensionId, now)
  return { lifted: await liftIfTooFew(trx, removed.suspensionId, removal.by, now) }
}
