import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { findOpenSuspension, insertStaffSuspension, insertSuspensions, liftSuspension } from '#modules/accounts/suspension-store.ts'
import { isOneself, isOpenMember } from '#modules/accounts/store.ts'
import { readNeverSuspended } from '#modules/settings/store.ts'
import { assignPoints, findEnoughPoints, hasTooFewPoints, lockPoints, notePoints, releasePoints } from './store.ts'
import { findSuspension } from './read-store.ts'

type StaffSuspension = { memberId: string; days: number; reason: string; by: string }
export type SuspendRefusal =
  | { code: 'not_found' }
  | { code: 'own_card' }
  | { code: 'never_suspended' }
  | { code: 'already_suspended'; until: string }

/** Staff suspend a member from booking, with a reason and without points. The same request again answers as the first time. */
export async function suspendMember(
  db: Db,
  { memberId, days, reason, by }: StaffSuspension,
  audit: Audit,
  now: Date,
): Promise<Result<void, SuspendRefusal>> {
  if (await isOneself(db, memberId, by)) return refuse({ code: 'own_card' })
  return inTransaction<void, SuspendRefusal>(db, async (trx) => {
    if (!(await isOpenMember(trx, memberId))) return refuse({ code: 'not_found' })
    if ((await readNeverSuspended(trx)).includes(memberId)) return refuse({ code: 'never_suspended' })
    await lockPoints(trx, [memberId])
    const before = await findSuspension(trx, memberId, now)
    if (before) {
      const isSame = before.givenBy === by && before.reason === reason && before.days === days
      return isSame ? ok(undefined) : refuse({ code: 'already_suspended', until: before.until.toISOString() })
    }
    const suspensionId = await insertStaffSuspension(trx, { memberId, days, reason, by }, now)
    await notePoints(trx, [{ kind: 'suspended', suspensionId, memberId }], now)
    await audit(trx, { action: 'member.suspended', subject: { kind: 'member', id: memberId }, after: { days }, note: reason })
    return ok(undefined)
  })
}

export type LiftRefusal = { code: 'own_card' } | { code: 'suspension_over' }

/** Staff lift a suspension. Points that led to it stay used up: whoever finds one of them wrong withdraws it. */
export async function liftMember(
  db: Db,
  { suspensionId, reason, by }: { suspensionId: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, LiftRefusal>> {
  return inTransaction<void, LiftRefusal>(db, async (trx) => {
    const suspension = await findOpenSuspension(trx, suspensionId, now)
    if (!suspension) return refuse({ code: 'suspension_over' })
    const { memberId } = suspension
    if (await isOneself(trx, memberId, by)) return refuse({ code: 'own_card' })
    await lockPoints(trx, [memberId])
    // The WHERE is the guard: somebody may have lifted it while this waited.
    if (!(await liftSuspension(trx, suspensionId, by, now))) return refuse({ code: 'suspension_over' })
    await notePoints(trx, [{ kind: 'lifted', memberId }], now)
    await audit(trx, { action: 'member.suspension_lifted', subject: { kind: 'member', id: memberId }, note: reason })
    return ok(undefined)
  })
}

/** Suspends those of the members who have enough points that count. The caller holds the locks of their points. */
export async function suspendWhoHasEnough(
  trx: Trx,
  memberIds: string[],
  { pointsToSuspend, suspendDays }: { pointsToSuspend: number; suspendDays: number },
  now: Date,
): Promise<void> {
  const enough = await findEnoughPoints(trx, memberIds, pointsToSuspend, now)
  if (enough.length === 0) return
  const pointsOf = new Map(enough.map(({ memberId, points }) => [memberId, points]))
  const made = await insertSuspensions(trx, [...pointsOf.keys()], { points: pointsToSuspend, days: suspendDays }, now)
  for (const { id, memberId } of made) await assignPoints(trx, pointsOf.get(memberId)!, id)
}

/** Lifts a suspension that has too few points left. The caller holds the lock of the member's points. */
export async function liftIfTooFew(trx: Trx, suspensionId: string, by: string | null, now: Date): Promise<boolean> {
  if (!(await hasTooFewPoints(trx, suspensionId)) || !(await liftSuspension(trx, suspensionId, by, now))) return false
  await releasePoints(trx, suspensionId)
  return true
}
