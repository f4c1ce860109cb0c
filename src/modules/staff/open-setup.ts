import { defaultLocale } from '#i18n/languages.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { hasAdmin } from '#modules/accounts/staff-store.ts'
import { makeAddressKey } from '#modules/logins/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { insertInvitation, lockInvitations, withdrawOpen } from './store.ts'

/**
 * Makes the setup link while there is no admin, and voids the one before it; undefined when there is an admin. Of several
 * processes that start together on one database, the last one's link is the one that works.
 */
export async function openSetup(db: Db, publicUrl: string, now: Date): Promise<string | undefined> {
  const { staff } = await readLimits(db)
  const { key, hash } = makeAddressKey()
  const isMade = await db.transaction().execute(async (trx) => {
    await lockInvitations(trx)
    if (await hasAdmin(trx)) return false
    await withdrawOpen(trx, { setup: true }, now)
    await insertInvitation(trx, {
      id: randomUUID(),
      purpose: 'setup',
      keyHash: hash,
      email: null,
      roles: ['admin'],
      locale: defaultLocale,
      recovers: false,
      invitedBy: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + staff.setupHours * 3_600_000),
    })
    return true
  })
  return isMade ? `${publicUrl}/setup?key=${key}` : undefined
}
