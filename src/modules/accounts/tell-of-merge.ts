import type { Trx } from '#db/connect.ts'
import { readName } from '#modules/centre/store.ts'
import type { AccountDeps, Merging } from './deps.ts'
import { mergedAwayLetter, mergedLetter } from './letters.ts'
import { sendLetter } from './send-letter.ts'
import type { Recipient } from './store.ts'
import { joinOverlapping } from './rules.ts'
import { extendBack, giveSuspensionsTo, liftAll, listSuspensions } from './suspension-store.ts'

type Merged = {
  doubleId: string
  /** Undefined for guests, who have no address. */
  kept: Recipient | undefined
  double: Recipient | undefined
  /** Account name of the double. */
  account: string
  orders: number
  /** To the bookings of the member who is kept. */
  link: string
}

/** Mails both accounts that they are one now. Neither mail tells the address of the other, should it have been a mistake. */
export async function tellOfMerge(
  trx: Trx,
  deps: AccountDeps,
  { doubleId, kept, double, account, orders, link }: Merged,
  now: Date,
): Promise<void> {
  if (kept) {
    const letter = mergedLetter(kept.locale, { name: kept.name, centre: await readName(trx, kept.locale), orders, link })
    await sendLetter(trx, deps, { ...kept, cause: `merged:${doubleId}` }, letter, now)
  }
  if (!double) return
  const letter = mergedAwayLetter(double.locale, { name: double.name, centre: await readName(trx, double.locale), account })
  await sendLetter(trx, deps, { ...double, cause: `merged-away:${doubleId}` }, letter, now)
}

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
