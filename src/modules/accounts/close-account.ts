import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { forgetFileNames } from '#modules/files/store.ts'
import { forgetMessages } from '#modules/notifications/member-store.ts'
import { leavesClubBehind, readClubsOf } from './club-store.ts'
import { closeMemberRow, readLeaving } from './close-store.ts'
import type { AccountDeps, MemberData, OpenThing } from './deps.ts'
import { closedLetter } from './letters.ts'
import { sendLetter } from './send-letter.ts'
import { isLastAdmin, lockStaff } from './staff-store.ts'

/** How long the farewell mail and its address are kept for sending. */
const goodbyeHours = 24

export type CloseRefusal = { code: 'bookings_open'; open: OpenThing[] } | { code: 'last_admin' } | { code: 'club_goes_on' }

/** Closes an account: the member's row stays for orders and payments, without personal data. Refused while bookings or money are open, and to the last admin. The caller knows that it is the member who asks. */
export async function closeAccount(
  deps: AccountDeps & Pick<MemberData, 'listOpen' | 'forgetMember'>,
  memberId: string,
  now: Date,
): Promise<Result<void, CloseRefusal>> {
  return inTransaction<void, CloseRefusal>(deps.db, async (trx) => {
    // With the clubs for which they act: nobody joins one whose owner leaves.
    if (isLastAdmin(await lockStaff(trx, [memberId, ...(await readClubsOf(trx, memberId))]), memberId))
      return refuse({ code: 'last_admin' })
    if (await leavesClubBehind(trx, memberId)) return refuse({ code: 'club_goes_on' })
    const open = await deps.listOpen(trx, memberId, now)
    if (open.length > 0) return refuse({ code: 'bookings_open', open })
    const { locale, ...leaving } = await readLeaving(trx, memberId)
    const cause = `closed:${memberId}`
    await sendLetter(trx, deps, { email: leaving.email, locale, cause }, closedLetter(locale, { name: leaving.name }), now)
    await deps.forgetMember(trx, leaving, now)
    await forgetMessages(trx, leaving, { cause, until: new Date(now.getTime() + goodbyeHours * 3_600_000) })
    await releaseFiles(trx, await closeMemberRow(trx, memberId, now), now)
    await forgetFileNames(trx, memberId)
    return ok(undefined)
  })
}
