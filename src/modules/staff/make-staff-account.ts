import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { generalPublic } from '#modules/accounts/admission-store.ts'
import { hashSecret, isGuessable } from '#modules/logins/secrets.ts'
import { insertNamed } from '#modules/logins/register-member.ts'
import { writeStaffRoles } from '#modules/accounts/staff-store.ts'
import { insertMember, updateMemberRow } from '#modules/accounts/store.ts'
import type { JoinDeps } from './deps.ts'

/** What somebody who becomes staff fills in. Without `account`, the name is made from the address. */
export type NewAccount = { name: string; account?: string | undefined; secret: string; locale: Locale }

export type NewAccountRefusal =
  | { code: 'secret_too_common'; path: 'secret' }
  | { code: 'account_taken'; path: 'account' }
  | { code: 'email_taken'; path: 'email' }

/** Checks the password and hashes it: before the transaction, because hashing takes long. */
export async function hashNewSecret(
  deps: JoinDeps,
  secret: string,
  ownWords: string[],
): Promise<Result<string, { code: 'secret_too_common'; path: 'secret' }>> {
  if (await isGuessable(secret, [...(await deps.centreWords()), ...ownWords])) return refuse({ code: 'secret_too_common', path: 'secret' })
  return ok(await hashSecret(secret))
}

type NewStaffMember = {
  email: string
  roles: readonly StaffRole[]
  name: string
  account?: string | undefined
  /** Null: they log in by an issuer. */
  secretHash: string | null
  locale: Locale
  isByDemo: boolean
}

/**
 * Inserts the account of a new member of staff. Its address counts as confirmed: the link went to it, or whoever runs the
 * machine typed it, or the issuer of staff has proved it. It has no mobile and no signed consent, which only registering as a visitor asks for.
 */
export async function insertStaffAccount(
  trx: Trx,
  { account, ...made }: NewStaffMember,
  now: Date,
): Promise<Result<{ id: string; secretHash: string | null }, NewAccountRefusal>> {
  const { email, roles, name, secretHash, locale, isByDemo } = made
  const row = { id: randomUUID(), email, name, mobile: '', secretHash, locale, identityId: generalPublic }
  const isInserted = account === undefined ? await insertNamed(trx, row, now) : await insertMember(trx, { ...row, account }, now)
  if (!isInserted) return refuse({ code: 'account_taken', path: 'account' })
  if (!(await updateMemberRow(trx, row.id, { email_confirmed_at: now }))) return refuse({ code: 'email_taken', path: 'email' })
  await writeStaffRoles(trx, row.id, { roles, since: now, suspendedAt: null, isByDemo })
  return ok({ id: row.id, secretHash })
}
