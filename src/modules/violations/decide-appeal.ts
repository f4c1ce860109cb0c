import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readContact } from '#modules/accounts/store.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { decideAppealRow, findAppeal } from './appeal-store.ts'
import { takePointAway } from './give-points.ts'
import { decidedLetter } from './letters.ts'
import { lockPoints } from './store.ts'

export type AppealDecision = { appealId: string; accept: boolean; reason: string; by: string }
export type DecideRefusal = { code: 'not_found' } | { code: 'already_decided' }
export type DecideDeps = { db: Db; jobs: Jobs; pageLink(path: string): string }

/** Decides an appeal. Accepting removes the point, and lifts a suspension that has too few points left. */
export async function decideAppeal(
  { db, jobs, pageLink }: DecideDeps,
  { appealId, accept, reason, by }: AppealDecision,
  now: Date,
): Promise<Result<{ lifted: boolean }, DecideRefusal>> {
  return inTransaction<{ lifted: boolean }, DecideRefusal>(db, async (trx) => {
    const appeal = await findAppeal(trx, appealId)
    if (!appeal) return refuse({ code: 'not_found' })
    await lockPoints(trx, [appeal.memberId])
    const decided = await decideAppealRow(trx, appealId, { state: accept ? 'accepted' : 'rejected', reason, by }, now)
    if (!decided) return refuse({ code: 'already_decided' })
    const { lifted } = accept ? await takePointAway(trx, appeal.violationId, { removal: 'appeal', by }, now) : { lifted: false }
    const member = await readContact(trx, appeal.memberId)
    if (member) {
      const said = { name: member.name, orderNo: appeal.orderNo, reason, link: pageLink('/member/violation') }
      const letter = decidedLetter(accept ? (lifted ? 'lifted' : 'accepted') : 'rejected', member.locale, said)
      await queueMessage(
        trx,
        jobs,
        { cause: `appeal:${appealId}`, channel: 'mail', recipient: member.email, locale: member.locale, ...letter },
        now,
      )
    }
    return ok({ lifted })
  })
}
