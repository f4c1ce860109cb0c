import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { notePoints } from './event-store.ts'
import { judgeMembers } from './give-points.ts'
import { findStaffPoint, insertStaffPoint } from './staff-store.ts'
import { findOrderOf } from './read-store.ts'
import { lockPoints } from './store.ts'

export type StaffPoint = { memberId: string; orderNo: string; reason: string; by: string }
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
