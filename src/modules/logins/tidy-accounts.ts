import type { Db } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { readLimits } from '#modules/settings/store.ts'
import { deleteOldPending } from './authenticator-store.ts'
import { deleteOldContactChanges, deleteOldLinks } from './link-store.ts'
import { deleteOldFailures } from './failed-login-store.ts'
import { deleteOldChallenges } from './passkey-store.ts'
import { deleteOldSessions } from './session-store.ts'
import { deleteOldSmsCodes } from './sms-store.ts'
import { deleteUnconfirmed, listUnconfirmed } from '#modules/accounts/store.ts'

const day = 86_400_000

/** Registrations in a statement. */
const atOnce = 100

/**
 * Deletes registrations that were never confirmed, and expired links, codes and sessions. A registration or a kind of rows that fails
 * keeps none of the others.
 */
export async function tidyAccounts(db: Db, now: Date, onFailure?: OnFailure): Promise<void> {
  const { registration } = await readLimits(db)
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const deeds: Record<string, () => Promise<unknown>> = {
    registrations: async () =>
      inBatchesOrAlone(
        await listUnconfirmed(db, ago(registration.unconfirmedDays)),
        atOnce,
        (ids) => deleteUnconfirmed(db, ids),
        onFailure,
      ),
    links: () => deleteOldLinks(db, ago(7)),
    contactChanges: () => deleteOldContactChanges(db, ago(7)),
    smsCodes: () => deleteOldSmsCodes(db, ago(1)),
    sessions: () => deleteOldSessions(db, ago(30)),
    challenges: () => deleteOldChallenges(db, now),
    pendingFactors: () => deleteOldPending(db, now),
    failedLogins: () => deleteOldFailures(db, ago(2)),
  }
  await inBatchesOrAlone(Object.keys(deeds), 1, ([what]) => deeds[what!]!(), onFailure)
}
