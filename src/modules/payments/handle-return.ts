import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { attemptMoves } from './rules.ts'
import { findAttempt, moveAttempt } from './store.ts'

/** Time for the gateway's notice to arrive before the gateway is asked. */
const patienceSeconds = 15

/**
 * Handles the browser's return from the gateway. Its form is not trusted; if no notice arrives soon, a job asks the
 * gateway. Answers whether the trade is known.
 */
export async function handleReturn({ db, jobs }: { db: Db; jobs: Jobs }, tradeNo: string): Promise<boolean> {
  const attempt = await findAttempt(db, tradeNo)
  if (!attempt) return false
  await db.transaction().execute(async (trx) => {
    if (await moveAttempt(trx, attempt.id, attemptMoves.browserReturned))
      await jobs.send(trx, 'ask-about-payment', { tradeNo }, { startAfter: patienceSeconds })
  })
  return true
}
