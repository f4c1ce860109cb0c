import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

/** The sealed secret of a member's authenticator app; undefined when there is none. */
export async function readAuthenticator(db: DbOrTrx, memberId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('authenticators').select('sealed_secret').where('member_id', '=', memberId).executeTakeFirst()
  return row?.sealed_secret ?? undefined
}

/** The sealed secret that is being set up. */
export async function readPending(db: DbOrTrx, memberId: string, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('authenticators')
    .select('pending_secret')
    .where('member_id', '=', memberId)
    .where('pending_until', '>', now)
    .executeTakeFirst()
  return row?.pending_secret ?? undefined
}

export async function writePending(db: DbOrTrx, memberId: string, sealed: Buffer, until: Date): Promise<void> {
  const pending = { pending_secret: sealed, pending_until: until }
  await db
    .insertInto('authenticators')
    .values({ member_id: memberId, ...pending })
    .onConflict((c) => c.column('member_id').doUpdateSet(pending))
    .execute()
}

/** Puts the pending secret in the place of the one before; false when it is no longer this one. */
export async function confirmPending(db: DbOrTrx, memberId: string, sealed: Buffer, step: number, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('authenticators')
    .set({ sealed_secret: sealed, last_step: step, created_at: now, last_used_at: now, pending_secret: null, pending_until: null })
    .where('member_id', '=', memberId)
    .where('pending_secret', '=', sealed)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Uses the code of a time step: true once. */
export async function useStep(db: DbOrTrx, memberId: string, step: number, now: Date): Promise<boolean> {
  const used = await sql`
    update authenticators set last_step = ${step}, last_used_at = ${now}
    where member_id = ${memberId} and sealed_secret is not null and last_step < ${step}`.execute(db)
  return used.numAffectedRows === 1n
}

/** Writes the same secret, sealed with another key. */
export async function reseal(db: DbOrTrx, memberId: string, before: Buffer, after: Buffer): Promise<void> {
  await db
    .updateTable('authenticators')
    .set({ sealed_secret: after })
    .where('member_id', '=', memberId)
    .where('sealed_secret', '=', before)
    .execute()
}

export async function deleteAuthenticator(db: DbOrTrx, memberId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('authenticators')
    .where('member_id', '=', memberId)
    .where('sealed_secret', 'is not', null)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Deletes secrets that were never confirmed. */
export async function deleteOldPending(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('authenticators').where('sealed_secret', 'is', null).where('pending_until', '<', before).execute()
  await db.updateTable('authenticators').set({ pending_secret: null, pending_until: null }).where('pending_until', '<', before).execute()
}

export async function replaceRecoveryCodes(db: DbOrTrx, memberId: string, hashes: string[], now: Date): Promise<void> {
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ member_id: memberId, code_hash: hash, created_at: now })))
    .execute()
}

/** Uses a recovery code: true once. */
export async function useRecoveryCode(db: DbOrTrx, memberId: string, hash: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Those that are left work no more. */
export async function deleteRecoveryCodes(db: DbOrTrx, memberId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
}
