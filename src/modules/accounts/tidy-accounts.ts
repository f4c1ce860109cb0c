import type { Db } from '#db/connect.ts'
import { readLimits } from '#modules/settings/store.ts'
import { deleteOldPending } from './authenticator-store.ts'
import { deleteOldContactChanges } from './contact-store.ts'
import { deleteOldFailures } from './failed-login-store.ts'
import { deleteOldLinks } from './link-store.ts'
import { deleteOldChallenges } from './passkey-store.ts'
import { deleteOldSessions } from './session-store.ts'
import { deleteOldSmsCodes } from './sms-store.ts'
import { deleteUnconfirmed } from './store.ts'

const day = 86_400_000

/** Deletes registrations that were never confirmed, and expired links, codes and sessions. */
export async function tidyAccounts(db: Db, now: Date): Promise<void> {
  const { registration } = await readLimits(db)
  const ago = (days: number) => new Date(now.getTime() - days * day)
  await deleteUnconfirmed(db, ago(registration.unconfirmedDays))
  await deleteOldLinks(db, ago(7))
  await deleteOldContactChanges(db, ago(7))
  await deleteOldSmsCodes(db, ago(1))
  await deleteOldSessions(db, ago(30))
  await deleteOldChallenges(db, now)
  await deleteOldPending(db, now)
  await deleteOldFailures(db, ago(2))
}
