import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles } from '#modules/files/keep-files.ts'
import { decideAppealRow, findAppeal, findOwnPoint, insertAppeal, readDecider } from './appeal-store.ts'
import { mayAppeal } from './rules.ts'
import type { Audit } from '#http/audit.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { lockPoints, notePoints } from './store.ts'
import { takePointAway } from './give-points.ts'

type Appeal = { violationId: string; text: string; fileId: string | null }
export type AppealRefusal =
  | { code: 'not_found' }
  | { code: 'already_appealed' }
  | { code: 'point_gone' }
  | { code: 'no_such_file'; path: string }

/** Files an appeal against a point, once, with an optional file. */
export async function appealPoint(db: Db, memberId: string, appeal: Appeal, now: Date): Promise<Result<void, AppealRefusal>> {
  return inTransaction<void, AppealRefusal>(db, async (trx) => {
    const point = await findOwnPoint(trx, memberId, appeal.violationId)
    if (!point) return refuse({ code: 'not_found' })
    if (!mayAppeal({ ...point, appeal: null }, now)) return refuse({ code: 'point_gone' })
    if (appeal.fileId !== null) {
      const kept = await keepFiles(trx, [appeal.fileId], memberId, now)
      if (!kept.ok) return kept
    }
    return (await insertAppeal(trx, appeal, now)) ? ok(undefined) : refuse({ code: 'already_appealed' })
  })
}

type AppealDecision = { appealId: string; accept: boolean; reason: string; by: string }
export type DecideRefusal = { code: 'not_found' } | { code: 'already_decided'; by: string } | { code: 'own_card' }

/** Decides an appeal. Accepting removes the point, and lifts a suspension that has too few points left. */
export async function decideAppeal(
  { db }: { db: Db },
  { appealId, accept, reason, by }: AppealDecision,
  audit: Audit,
  now: Date,
): Promise<Result<{ lifted: boolean }, DecideRefusal>> {
  return inTransaction<{ lifted: boolean }, DecideRefusal>(db, async (trx) => {
    const appeal = await findAppeal(trx, appealId)
    if (!appeal) return refuse({ code: 'not_found' })
    if (await isOneself(trx, appeal.memberId, by)) return refuse({ code: 'own_card' })
    await lockPoints(trx, [appeal.memberId])
    const decided = await decideAppealRow(trx, appealId, { state: accept ? 'accepted' : 'rejected', reason, by }, now)
    if (!decided) return refuse({ code: 'already_decided', by: await readDecider(trx, appealId) })
    const { lifted } = accept ? await takePointAway(trx, appeal.violationId, { removal: 'appeal', by }, now) : { lifted: false }
    const decision = accept ? (lifted ? 'lifted' : 'accepted') : 'rejected'
    await notePoints(trx, [{ memberId: appeal.memberId, kind: 'decided', appealId, decision }], now)
    await audit(trx, {
      action: accept ? 'appeal.accepted' : 'appeal.rejected',
      subject: { kind: 'member', id: appeal.memberId },
      ...(accept ? { after: { suspensionLifted: lifted } } : {}),
    })
    return ok({ lifted })
  })
}
