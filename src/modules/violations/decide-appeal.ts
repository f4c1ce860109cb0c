import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { decideAppealRow, findAppeal, readDecider } from './appeal-store.ts'
import { notePoints } from './event-store.ts'
import { takePointAway } from './give-points.ts'
import { lockPoints } from './store.ts'

export type AppealDecision = { appealId: string; accept: boolean; reason: string; by: string }
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
