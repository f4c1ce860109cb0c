import { defaultLocale } from '#i18n/languages.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { hasAdmin } from '#modules/accounts/staff-store.ts'
import { makeAddressKey } from '#modules/logins/tokens.ts'
import { readLimits } from '#modules/settings/store.ts'
import { findInvitation, insertInvitation, lockInvitations, useInvitation, withdrawOpen, writeUser } from './store.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { openSession, type LoggedIn, type LoginCaller } from '#modules/logins/log-in.ts'
import type { JoinDeps } from './deps.ts'
import { hashNewSecret, insertStaffAccount, type NewAccount, type NewAccountRefusal } from './make-staff-account.ts'
import { readInvitation, whyNotOpen, type KeyRefusal } from './read-invitation.ts'

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

export type FirstAdminRefusal = KeyRefusal | NewAccountRefusal | { code: 'setup_done' }

/**
 * Makes the first admin by the setup link, and logs them in. The link is used in the transaction that makes the account: a
 * form that is refused does not use it up, and of two that are sent together one makes an account.
 */
export async function makeFirstAdmin(
  deps: JoinDeps,
  form: NewAccount & { key: string; email: string },
  caller: Omit<LoginCaller, 'isBrowser'>,
  audit: Audit,
  now: Date,
): Promise<Result<LoggedIn, FirstAdminRefusal>> {
  const found = await readInvitation(deps.db, { key: form.key, purpose: 'setup', address: caller.address }, now)
  if (!found.ok) return found
  const { email, name, account, locale } = form
  const hashed = await hashNewSecret(deps, form.secret, [name, account ?? '', email])
  if (!hashed.ok) return hashed
  const made = await inTransaction<{ id: string; secretHash: string | null }, FirstAdminRefusal>(deps.db, async (trx) => {
    await lockInvitations(trx)
    if (await hasAdmin(trx)) return refuse({ code: 'setup_done' })
    if (!(await useInvitation(trx, found.value.id, now)))
      return refuse(whyNotOpen((await findInvitation(trx, { id: found.value.id }))!, now) ?? { code: 'invitation_unknown' })
    const inserted = await insertStaffAccount(
      trx,
      { email, roles: ['admin'], name, account, secretHash: hashed.value, locale, isByDemo: false },
      now,
    )
    if (!inserted.ok) return inserted
    await writeUser(trx, found.value.id, inserted.value.id)
    await audit(trx, { action: 'admin.created', subject: { kind: 'member', id: inserted.value.id }, after: { roles: ['admin'] } })
    return inserted
  })
  if (!made.ok) return made
  const { session } = await readLimits(deps.db)
  return ok(await openSession(deps, made.value, session.days, { ...caller, isBrowser: true }, now))
}
