import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { attemptMoves } from './rules.ts'
import { findAttempt, moveAttempt } from './store.ts'

/** Time for the provider's notice to arrive before the provider is asked. */
const patienceSeconds = 15

/**
 * Handles the browser's return from a provider. What it brings is not trusted; if no notice arrives soon, a job asks the
 * provider. Answers whether the trade is known, and that provider's.
 */
export async function handleReturn(
  { db, jobs }: { db: Db; jobs: Jobs },
  { provider, tradeNo }: { provider: string; tradeNo: string },
): Promise<boolean> {
  const attempt = await findAttempt(db, tradeNo)
  if (attempt?.provider !== provider) return false
  await db.transaction().execute(async (trx) => {
    if (await moveAttempt(trx, attempt.id, attemptMoves.browserReturned))
      await jobs.send(trx, 'ask-about-payment', { tradeNo }, { startAfter: patienceSeconds })
  })
  return true
}
