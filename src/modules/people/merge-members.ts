import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import type { StaffRole } from '#http/session.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Claiming, Merging } from '#modules/accounts/deps.ts'
import { lockMembers } from '#modules/accounts/merge-store.ts'
import { tellOfMerge } from '#modules/accounts/tell-of-merge.ts'
import { readRecipient } from '#modules/accounts/store.ts'
import type { LoginDeps } from '#modules/logins/deps.ts'
import { landingLink } from '#modules/logins/landing-link.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { readLimits } from '#modules/settings/store.ts'
import { claimDays, whyNotMerged, type Merge, type WhyNotMerged } from './merge-rules.ts'
import { findGuestsToClaim, readMerge, revisionOf } from './merge-store.ts'

export type MergeDeps = LoginDeps & {
  /** Moves the rows of every module and closes the double: src/wiring/members.ts. */
  mergeRows(trx: Trx, merging: Merging, now: Date): Promise<void>
}

type NotThere = { code: 'not_found' } | { code: 'same_person'; path: 'doubleId' } | { code: 'already_merged' }
export type PreviewRefusal = NotThere
export type MergeRefusal = NotThere | { code: 'changed_meanwhile' } | { code: WhyNotMerged }

export type Preview = Merge & { refusals: WhyNotMerged[]; willSuspend: boolean; revision: string }

/** What would follow, and what stands in the way. Changes nothing. */
export async function previewMerge(
  db: Db,
  merging: Merging,
  roles: readonly StaffRole[],
  now: Date,
): Promise<Result<Preview, PreviewRefusal>> {
  if (merging.from === merging.into) return refuse({ code: 'same_person', path: 'doubleId' })
  const found = await readMerge(db, merging, now)
  if (found === undefined) return refuse({ code: 'not_found' })
  if (typeof found === 'string') return refuse({ code: 'already_merged' })
  const { pointsToSuspend } = (await readLimits(db)).violations
  const willSuspend = found.follows.points > 0 && found.follows.points + found.keptPoints >= pointsToSuspend
  return ok({ ...found, refusals: whyNotMerged(found, roles), willSuspend, revision: revisionOf(found) })
}

type Asked = Merging & { revision: string; reason: string; roles: readonly StaffRole[] }

/** Merges a double into the member that is kept, as it was previewed. Asked again, it answers the same and does nothing. */
export async function mergeMembers(deps: MergeDeps, asked: Asked, audit: Audit, now: Date): Promise<Result<undefined, MergeRefusal>> {
  const { from, into, revision, roles } = asked
  if (from === into) return refuse({ code: 'same_person', path: 'doubleId' })
  return inTransaction<undefined, MergeRefusal>(deps.db, async (trx) => {
    await lockMembers(trx, [from, into])
    const found = await readMerge(trx, { from, into }, now)
    if (found === undefined) return refuse({ code: 'not_found' })
    if (found === 'merged') return ok(undefined)
    if (found === 'gone') return refuse({ code: 'already_merged' })
    const [why] = whyNotMerged(found, roles)
    if (why) return refuse({ code: why })
    if (revisionOf(found) !== revision) return refuse({ code: 'changed_meanwhile' })
    await merge(trx, deps, found, { audit, reason: asked.reason }, now)
    return ok(undefined)
  })
}

/**
 * Gives the bookings of guests to the member who has proved to hold their mobile. Guests who have not booked for a year do not
 * follow: the number may be somebody else's by now. Call it before the member's row is locked or changed, so that all rows are
 * locked in one order.
 */
export async function claimGuests(trx: Trx, deps: MergeDeps, { memberId, mobile, audit }: Claiming, now: Date): Promise<void> {
  const since = new Date(now.getTime() - claimDays * 86_400_000)
  const guests = await findGuestsToClaim(trx, mobile, since)
  if (guests.length === 0) return
  await lockMembers(trx, [memberId, ...guests])
  for (const guest of guests) {
    const found = await readMerge(trx, { from: guest, into: memberId }, now)
    if (found === undefined || typeof found === 'string' || found.kept.roles.length > 0) continue
    await merge(trx, deps, found, { audit: audit ?? auditAsService('registration', now), reason: '' }, now)
  }
}

type Why = { audit: Audit; reason: string }

async function merge(trx: Trx, deps: MergeDeps, { kept, double, follows }: Merge, { audit, reason }: Why, now: Date): Promise<void> {
  const told = { kept: await readRecipient(trx, kept.id), double: double.isConfirmed ? await readRecipient(trx, double.id) : undefined }
  await deps.mergeRows(trx, { from: double.id, into: kept.id }, now)
  const { orders, paid, givenBack, owed, points, lockers } = follows
  await audit(trx, {
    action: 'person.merged',
    subject: { kind: 'member', id: kept.id },
    before: { double: double.id, isGuest: double.isGuest },
    after: { orders, paid, givenBack, owed, points, lockers },
    ...(reason && { note: reason }),
  })
  const link = landingLink(deps, '/member/order/overview')
  await tellOfMerge(trx, deps, { ...told, doubleId: double.id, account: double.account, orders, link }, now)
}
