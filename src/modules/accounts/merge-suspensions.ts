import type { Trx } from '#db/connect.ts'
import type { Merging } from './deps.ts'
import { joinOverlapping } from './suspension-rules.ts'
import { extendBack, giveSuspensionsTo, liftAll, listSuspensions } from './suspension-store.ts'

/**
 * Gives a double's suspensions to the kept member. Overlapping ones become one, because a member has one at a time: the others
 * are lifted. Answers the lifted ones, each with the one that stays. The caller holds the locks of both members' points.
 */
export async function mergeSuspensions(trx: Trx, { from, into }: Merging, now: Date): Promise<{ id: string; intoId: string }[]> {
  const joined = joinOverlapping(await listSuspensions(trx, [from, into]))
  const gone = joined.flatMap((one) => one.gone.map((id) => ({ id, intoId: one.id })))
  await liftAll(
    trx,
    gone.map(({ id }) => id),
    now,
  )
  await giveSuspensionsTo(trx, { from, into })
  for (const { id, startsAt } of joined) await extendBack(trx, id, startsAt)
  return gone
}
