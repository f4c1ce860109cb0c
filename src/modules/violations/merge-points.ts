import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { mergeSuspensions } from '#modules/accounts/merge-suspensions.ts'
import { readLimits, readNeverSuspended } from '#modules/settings/store.ts'
import { givePointsTo, lockPoints } from './store.ts'
import { suspendWhoHasEnough } from './suspend-members.ts'

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
