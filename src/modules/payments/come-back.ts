import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { attemptMoves } from './rules.ts'
import { findAttempt, moveAttempt } from './store.ts'

/** How long the gateway's own notice may take before we ask. */
const patienceSeconds = 15

/**
 * The browser is back from the gateway. What it brings along is not believed; but something has happened there, and
 * if the notice does not come soon we ask. Answers whether the trade is one of ours.
 */
export async function comeBack({ db, jobs }: { db: Db; jobs: Jobs }, tradeNo: string): Promise<boolean> {
  const attempt = await findAttempt(db, tradeNo)
  if (!attempt) return false
  await db.transaction().execute(async (trx) => {
    if (await moveAttempt(trx, attempt.id, attemptMoves.comeBack))
      await jobs.send(trx, 'ask-about-payment', { tradeNo }, { startAfter: patienceSeconds })
  })
  return true
}
