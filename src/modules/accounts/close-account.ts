import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { whyNotOwnSecret, type OwnSecretRefusal } from './change-secret.ts'
import { closeMemberRow, lockMember } from './close-store.ts'
import type { AccountDeps, MemberMatters } from './deps.ts'
import { closedLetter } from './mails.ts'
import { sendLetter } from './send-link.ts'
import { endSessions } from './session-store.ts'
import { readContact } from './store.ts'

export type CloseRefusal = OwnSecretRefusal | { code: 'bookings_open' }

/** The row stays, for what was booked and paid; the person goes out of it. Not while something is still to come. */
export async function closeAccount(
  deps: AccountDeps & Pick<MemberMatters, 'hasOpenBookings' | 'forgetMember'>,
  memberId: string,
  secret: string,
  now: Date,
): Promise<Result<void, CloseRefusal>> {
  const wrong = await whyNotOwnSecret(deps, memberId, secret, 'secret', now)
  if (wrong) return refuse(wrong)
  return inTransaction<void, CloseRefusal>(deps.db, async (trx) => {
    await lockMember(trx, memberId)
    if (await deps.hasOpenBookings(trx, memberId, now)) return refuse({ code: 'bookings_open' })
    const member = (await readContact(trx, memberId))!
    await sendLetter(trx, deps, { ...member, cause: `closed:${memberId}` }, closedLetter(member.locale, { name: member.name }), now)
    await deps.forgetMember(trx, memberId)
    await releaseFiles(trx, await closeMemberRow(trx, memberId, now), now)
    await endSessions(trx, memberId, {}, now)
    return ok(undefined)
  })
}
