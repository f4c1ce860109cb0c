import type { Trx } from './db/connect.ts'
import type { Jobs } from './db/jobs.ts'
import type { AccountDeps, ClaimDeps, Merging } from './modules/accounts/deps.ts'
import { closeDouble, findMergedInto, lockMembers, mergeInAccounts } from './modules/accounts/merge-store.ts'
import { removeFeed } from './modules/attendance/feed-store.ts'
import { mergeInOccupancy } from './modules/availability/merge-store.ts'
import { mergeInBallots } from './modules/ballots/merge-store.ts'
import { mergeInClosures } from './modules/closures/closure-store.ts'
import { mergeInFeedback } from './modules/feedback/merge-store.ts'
import { releaseFiles } from './modules/files/keep-files.ts'
import { mergeInFiles } from './modules/files/merge-store.ts'
import { removeSubscriber } from './modules/insight/subscriber-store.ts'
import { mergeInLockers } from './modules/lockers/merge-store.ts'
import { mergeInOutbox } from './modules/notifications/merge-store.ts'
import { mergeInOrders } from './modules/orders/merge-store.ts'
import { claimGuests, type MergeDeps } from './modules/people/merge-members.ts'
import { mergeInPeople } from './modules/people/merge-store.ts'
import { lockPreOrdersOf, mergeInPreOrders } from './modules/preorders/merge-store.ts'
import { mergeInRefunds } from './modules/refunds/merge-store.ts'
import { mergeInViolations } from './modules/violations/merge-points.ts'
import { mergeInWaiting } from './modules/waiting/forget-store.ts'

/** A request that was under way during the merge has written by then what it writes. */
const lateSeconds = 60

/** What merging needs: for the desk, and for guests who register. */
export function openMerging(accounts: AccountDeps): MergeDeps & ClaimDeps {
  const deps: MergeDeps = { ...accounts, mergeRows: (trx, merging, now) => mergeRows(trx, accounts.jobs, merging, now) }
  return { ...deps, claimGuests: (trx, claiming, now) => claimGuests(trx, deps, claiming, now) }
}

/**
 * Gives everything of a double to the kept member, each module its own rows, and closes the double. The caller holds the
 * locks of both members. In the order of docs/locks.md: pre-orders, orders, lockers, floor, points, the rest.
 */
async function mergeRows(trx: Trx, jobs: Pick<Jobs, 'send'>, merging: Merging, now: Date): Promise<void> {
  await moveRows(trx, merging, now)
  await jobs.send(trx, 'merge-late-rows', { memberId: merging.from }, { startAfter: lateSeconds })
}

/**
 * Moves what a request has written for the double after it was merged: members do not lock their row to rate a visit, report
 * a fault or send a proof.
 */
export async function mergeLateRows(trx: Trx, memberId: string, now: Date): Promise<void> {
  const into = await findMergedInto(trx, memberId)
  if (into === undefined) return
  await lockMembers(trx, [memberId, into])
  await moveRows(trx, { from: memberId, into }, now)
}

async function moveRows(trx: Trx, merging: Merging, now: Date): Promise<void> {
  await lockPreOrdersOf(trx, merging)
  const holders = [
    ...(await mergeInOrders(trx, merging)),
    ...(await mergeInPreOrders(trx, merging)),
    ...(await mergeInBallots(trx, merging)),
  ]
  await mergeInLockers(trx, merging)
  await mergeInWaiting(trx, merging, now)
  await mergeInOccupancy(trx, holders, merging.into)
  await mergeInViolations(trx, merging, now)
  await mergeInRefunds(trx, merging)
  await mergeInClosures(trx, merging)
  await mergeInFeedback(trx, merging)
  await mergeInPeople(trx, merging)
  await mergeInOutbox(trx, merging)
  await mergeInFiles(trx, merging)
  await removeFeed(trx, merging.from)
  await removeSubscriber(trx, merging.from)
  const loose = await mergeInAccounts(trx, merging)
  await releaseFiles(trx, [...loose, ...(await closeDouble(trx, merging, now))], now)
}
