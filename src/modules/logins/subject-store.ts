import type { DbOrTrx, Trx } from '#db/connect.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import type { LoginRow } from '#modules/accounts/store.ts'
import { sql } from 'kysely'

/** Somebody as another issuer knows them. */
export type Subject = { issuer: string; subject: string }
export type LinkedSubject = Subject & { id: string; way: string; linkedAt: Date; lastUsedAt: Date | null }

export async function listSubjects(db: DbOrTrx, memberId: string): Promise<LinkedSubject[]> {
  return db
    .selectFrom('login_subjects')
    .select(['id', 'issuer', 'subject', 'way', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('member_id', '=', memberId)
    .orderBy('linked_at')
    .execute()
}

/** Who logs in as this subject: a member whose account may be used. */
export async function findBySubject(db: DbOrTrx, { issuer, subject }: Subject): Promise<(LoginRow & { isStaff: boolean }) | undefined> {
  return db
    .selectFrom('login_subjects as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select([
      'm.id',
      'm.secret_hash as secretHash',
      sql<boolean>`m.email_confirmed_at is not null`.as('confirmed'),
      sql<boolean>`m.roles <> '{}'`.as('isStaff'),
    ])
    .where('s.issuer', '=', issuer)
    .where('s.subject', '=', subject)
    .where(isOpen('m'))
    .executeTakeFirst()
}

/** The member whose subject it is from now on, or was before: one statement decides, also between concurrent links. */
export async function insertSubject(db: DbOrTrx, memberId: string, linked: Subject & { way: string }, now: Date): Promise<string> {
  const { issuer, subject, way } = linked
  const { member_id } = await db
    .insertInto('login_subjects')
    .values({ issuer, subject, way, member_id: memberId, linked_at: now })
    .onConflict((c) => c.columns(['issuer', 'subject']).doUpdateSet((e) => ({ way: e.ref('login_subjects.way') })))
    .returning('member_id')
    .executeTakeFirstOrThrow()
  return member_id
}

/**
 * Whether the issuer's subject is still linked to the member. If so, its row is locked until the transaction ends: whoever unlinks it waits,
 * and then ends the session that the transaction opens, too.
 */
export async function noteSubjectUsed(trx: Trx, memberId: string, { issuer, subject }: Subject, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('login_subjects')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Unlinks all that a member is linked with. */
export async function deleteSubjects(db: DbOrTrx, memberId: string): Promise<void> {
  await db.deleteFrom('login_subjects').where('member_id', '=', memberId).execute()
}

/** The way of the subject that was unlinked. */
export async function deleteSubject(db: DbOrTrx, id: string, memberId: string): Promise<string | undefined> {
  const gone = await db
    .deleteFrom('login_subjects')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('way')
    .executeTakeFirst()
  return gone?.way
}

/** Whoever registered has confirmed the address in the same browser: what they linked while registering is theirs. */
export async function keepSubjects(db: DbOrTrx, memberId: string, now: Date): Promise<void> {
  await db.updateTable('login_subjects').set({ linked_at: now }).where('member_id', '=', memberId).execute()
}

/** Unlinks what was linked before the address was confirmed: anybody may have registered with it. Answers how many there were. */
export async function dropSubjectsBefore(db: DbOrTrx, memberId: string, confirmedAt: Date): Promise<number> {
  const gone = await db
    .deleteFrom('login_subjects')
    .where('member_id', '=', memberId)
    .where('linked_at', '<', confirmedAt)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** A double's subjects log in as the kept member from now on. */
export async function mergeSubjects(db: DbOrTrx, { from, into }: Merging): Promise<void> {
  await db.updateTable('login_subjects').set({ member_id: into }).where('member_id', '=', from).execute()
}
