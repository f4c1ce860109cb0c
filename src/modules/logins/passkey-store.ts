import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import { isOpen } from '#modules/accounts/admission-store.ts'

export type Passkey = {
  id: string
  memberId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export type ListedPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

export async function listPasskeys(db: DbOrTrx, memberId: string): Promise<ListedPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
}

/** The ids that a browser needs to know which keys to ask for, or not to make again. */
export async function listCredentials(db: DbOrTrx, memberId: string): Promise<{ id: string; transports: string[] }[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
}

/** A passkey whose member may log in. */
export async function findPasskey(db: DbOrTrx, credentialId: string): Promise<(Passkey & { secretHash: string | null }) | undefined> {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .select(['p.id', 'p.member_id as memberId', 'p.credential_id as credentialId', 'p.public_key as publicKey', 'p.transports'])
    .select([sql<number>`p.counter::double precision`.as('counter'), 'm.secret_hash as secretHash'])
    .where('p.credential_id', '=', credentialId)
    .where('m.email_confirmed_at', 'is not', null)
    .where(isOpen('m'))
    .executeTakeFirst()
}

type NewPasskey = Omit<Passkey, 'id'> & { name: string }

/** False when the key is known already. */
export async function insertPasskey(db: DbOrTrx, row: NewPasskey, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values({
      member_id: row.memberId,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
      name: row.name,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((c) => c.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Writes the new counter; false when another use was faster, and the counter has not grown since. */
export async function usePasskey(db: DbOrTrx, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`.execute(db)
  return used.numAffectedRows === 1n
}

export async function renamePasskey(db: DbOrTrx, { id, memberId, name }: { id: string; memberId: string; name: string }): Promise<boolean> {
  const done = await db.updateTable('passkeys').set({ name }).where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Returns the name of the deleted passkey; undefined when the member has none with this id. */
export async function deletePasskey(db: DbOrTrx, { id, memberId }: { id: string; memberId: string }): Promise<string | undefined> {
  const gone = await db.deleteFrom('passkeys').where('id', '=', id).where('member_id', '=', memberId).returning('name').executeTakeFirst()
  return gone?.name
}

export type Challenge = { challenge: string } & (
  | { purpose: 'add' | 'prove'; sessionId: string }
  /** Hash of the cookie of a browser that is not logged in yet. */
  | { purpose: 'log-in'; browserHash: string }
)

export async function insertChallenge(db: DbOrTrx, given: Challenge, expiresAt: Date): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge: given.challenge,
      purpose: given.purpose,
      session_id: 'sessionId' in given ? given.sessionId : null,
      browser_hash: 'browserHash' in given ? given.browserHash : null,
      expires_at: expiresAt,
    })
    .execute()
}

/** Uses a challenge up: true once, for whom it was given to, before it is over. */
export async function takeChallenge(db: DbOrTrx, given: Challenge, now: Date): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', given.challenge)
    .where('purpose', '=', given.purpose)
    .where((w) => ('sessionId' in given ? w('session_id', '=', given.sessionId) : w('browser_hash', '=', given.browserHash)))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

export async function deleteOldChallenges(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute()
}
